import type { Environment } from "../../../code/git/git.ts";
import { ReviewError } from "../../../domain/errors.ts";
import type { Persona } from "../../../domain/known-names.ts";
import { type Provider, ProviderError, type ProviderRequest } from "../../../domain/provider.ts";
import { namesWith } from "../../../panel/choosing/personas.ts";
import { keysIn, withoutKeys } from "../../../panel/vendors/environment.ts";
import { readPrices } from "../../../panel/vendors/own-prices.ts";
import { unknownPrices } from "../../../panel/vendors/prices.ts";
import { programOnPath } from "../../../panel/vendors/programs.ts";
import type { FittingPersona } from "../../../panel/vendors/seat-list.ts";
import { seatsFrom } from "../../../panel/vendors/seats.ts";
import type { SeatSpec } from "../../../panel/vendors/vendor.ts";
import { callBudget, checkQuorum } from "../../../settings/seat-limits.ts";
import type { Settings } from "../../../settings/settings.ts";
import { type Check, checkOf, fine, problem, warning } from "./here.ts";

export interface AskOptions {
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** A few dozen tokens. The limit leaves room for a model that thinks before it answers. */
const question: ProviderRequest = {
  system: "You are asked whether this connection works.",
  batch: "",
  task: "# Stage: doctor\n\nAnswer with the word ok. Call no tool.",
  maxOutputTokens: 256,
};

const someTool = {
  name: "list_files",
  description: "Lists the files of the repository.",
  schema: { type: "object", properties: {}, additionalProperties: false },
};

/** Asks every model of the seats once, all at the same time. A program is not started: that takes long, and may cost. */
export async function endpointChecks(
  seats: readonly SeatSpec[],
  options: AskOptions,
  signal: AbortSignal,
): Promise<Check[]> {
  const models = new Map(seats.map((seat) => [`${seat.provider}:${seat.model}`, seat] as const));
  const asked = [...models].filter(([, { provider }]) => !provider.startsWith("command:"));
  return Promise.all(asked.map(([name, seat]) => endpointCheck(name, seat, options, signal)));
}

async function endpointCheck(name: string, seat: SeatSpec, options: AskOptions, signal: AbortSignal): Promise<Check> {
  const provider = withoutKeys(seat.open(), keysIn(options.env));
  const start = options.now();
  try {
    const { takesTools, servedModel } = await askModel(provider, options.timeoutMs, signal);
    const served = servedModel === null || servedModel === seat.model ? "" : ` as ${servedModel}`;
    const answered = `answers${served} after ${((options.now() - start) / 1000).toFixed(1)} s`;
    if (takesTools) return fine(name, `${answered} and takes tools`);
    return warning(name, `${answered}, but takes no tools: its seat gets a slice of the repository instead`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError || error instanceof ReviewError)
      return problem(name, error.message, "Correct what the message names, then run pr-debate doctor again.");
    if (error instanceof DOMException && error.name === "TimeoutError")
      return problem(name, `no answer within ${options.timeoutMs / 1000} s`, slow);
    throw error;
  }
}

const slow = "Check the address and the network, or allow more time with --timeout.";

/** First with a tool on offer. A refusal of tools may come without a request, so the model is then asked without. */
async function askModel(provider: Provider, timeoutMs: number, signal: AbortSignal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const { servedModel } = await provider.complete({ ...question, tools: [someTool] }, limit);
    return { takesTools: true, servedModel };
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === "no-tools")) throw error;
    const { servedModel } = await provider.complete(question, limit);
    return { takesTools: false, servedModel };
  }
}

/** The seats that a review would have, and the checks of what can be known about them without asking one. */
export function seatChecks(
  settings: Settings,
  here: { readonly fitting: readonly FittingPersona[]; readonly own: readonly Persona[] } | null,
  env: Environment,
): { readonly seats: readonly SeatSpec[]; readonly checks: readonly Check[] } {
  try {
    const detect = programOnPath(env);
    const change = here === null ? {} : { fitting: here.fitting, personas: namesWith(here.own) };
    const sources = { settingsSeats: settings.seats, env, detect, ...change };
    const { seats, notes } = seatsFrom(sources);
    const checks = [seatsCheck(settings, seats), ...notes.map(noteCheck), budgetCheck(settings, seats, env)];
    return { seats, checks };
  } catch (error) {
    return { seats: [], checks: [checkOf("seats", error)] };
  }
}

function seatsCheck(settings: Settings, seats: readonly SeatSpec[]): Check {
  const quorum = checkQuorum(settings, seats.length);
  if (!quorum.ok) return problem("seats", quorum.error, "Correct debate.quorum or the seats.");
  if (seats.length === 0)
    return warning("seats", "rules only: no model reviews", "Set an API key, or better two of different vendors.");
  const shown = seats.map(({ name, provider, model, persona, views }) => {
    return `${name}=${provider}:${model}@${persona} (view ${views.standard})`;
  });
  const listed = shown.join(", ");
  if (seats.length === 1)
    return warning("seats", `${listed}: a debate needs at least two reviewers`, "Add a second seat.");
  return fine("seats", listed);
}

/** Such as a base address without encryption, or seats of one family. */
function noteCheck(note: string): Check {
  const isFact = /^(?:Seat \S+ has the persona|No API key is set)/.test(note);
  return isFact ? fine("seats", note) : warning("seats", note);
}

function budgetCheck(settings: Settings, seats: readonly SeatSpec[], env: Environment): Check {
  const { tokens, usd, minutes } = settings.budget;
  const calls = callBudget(settings.budget, { seats: seats.length }, 1);
  const limits = `${calls} calls for a small change, ${tokens.toLocaleString("en")} tokens, $${usd}, ${minutes} minutes`;
  if (seats.length === 0) return fine("budget", "no model is asked, so nothing is spent");
  const unpriced = unknownPrices(seats, readPrices(env));
  return unpriced === null ? fine("budget", `at most ${limits}`) : warning("budget", `at most ${limits}. ${unpriced}`);
}
