import { maxOutputTokens } from "../../domain/estimate.ts";
import type { TokenUsage } from "../../domain/provider.ts";
import type { Settings } from "../../settings/settings.ts";
import { envelope } from "../../text/shown.ts";
import { promptsFrom } from "../prompts/prompts.ts";
import { requestNames } from "../stages/index.ts";
import { type CallOptions, seatCalls } from "../vendors/calls/assemble.ts";
import { keysIn } from "../vendors/environment.ts";
import { programOnPath } from "../vendors/programs.ts";
import type { OwnSeat } from "../vendors/seat-list.ts";
import { seatsFrom } from "../vendors/seats.ts";
import { promptFiles } from "./assets.ts";
import { secretsHider } from "./hide-secrets.ts";

export interface SeatQuestion {
  /** A seat as a choice names it. */
  readonly seat: string;
  readonly prompt: string;
  /** Text that the question is about. Untrusted. */
  readonly context?: string | undefined;
  readonly settings: Settings;
  /** The names that an entry can use. */
  readonly personas: readonly string[];
  readonly substitute?: OwnSeat | undefined;
}

export interface SeatReply {
  readonly seat: string;
  readonly model: string;
  readonly servedModel: string | null;
  readonly text: string;
  readonly usage: TokenUsage | null;
}

/** The calls that one question may take, with its retries. */
const mostCalls = 4;

/**
 * Asks one seat one question, within the budget of the settings. Secrets are replaced first, and nothing is kept. Throws a `ReviewError` for an
 * unknown seat and a `ProviderError` where no answer comes.
 */
export async function askOneSeat(
  { seat, prompt, context, settings, personas, substitute }: SeatQuestion,
  options: Pick<CallOptions, "env" | "directory" | "emit">,
  signal: AbortSignal,
): Promise<SeatReply> {
  const { env } = options;
  const sources = { env, settingsSeats: settings.seats, personas, substitute, detect: programOnPath(env) };
  const { seats } = seatsFrom({ ...sources, choice: [seat] });
  const [spec] = seats;
  if (spec === undefined) throw new Error("a choice of one seat gave none");
  const { asking } = await seatCalls(seats, { ...settings.budget, calls: mostCalls }, { ...options, journal: null });
  const hide = await secretsHider([prompt, context ?? ""], keysIn(env));
  const { text, stop, servedModel, usage } = await asking(spec).complete(
    {
      system: promptsFrom(await promptFiles(), requestNames).parts.question,
      batch: context === undefined ? "" : envelope("context", hide(context)),
      task: hide(prompt),
      maxOutputTokens: spec.maxOutputTokens ?? maxOutputTokens,
      ...(spec.reasoning === null ? {} : { reasoning: spec.reasoning }),
    },
    signal,
  );
  const end = { complete: "", truncated: "\n(cut: the answer was too long)", refused: "\n(refused)", tools: "" }[stop];
  return { seat: spec.name, model: spec.model, servedModel, text: `${text}${end}`, usage };
}
