import { estimateTokens } from "../code/diff/batch.ts";
import {
  type Course,
  type Estimate,
  forecastOf,
  maxOutputTokens,
  partsOf,
  perCall,
  perTurn,
  type ShownForecast,
} from "../domain/estimate.ts";
import type { BatchView } from "../domain/views.ts";
import { reviewStages, type Seat } from "../panel/stages/index.ts";
import { callBudget } from "../settings/seat-limits.ts";
import { withOneBlind } from "./blindfold.ts";
import { type Prepared, prepare } from "./prepare.ts";
import type { ReviewPorts } from "./setup.ts";
import { topologyTable } from "./topology/table.ts";

/** Hearings of a long debate between two seats or more. There are more while the budget allows them. */
const hearings = 5;

/** A possible course of a review. */
interface Outlook extends Pick<Course, "rounds" | "hearings" | "isWorded"> {
  readonly kind: "usual" | "most";
  readonly panel: readonly Seat[];
}

/** Reads the change and forecasts calls, tokens and cost. No seat is asked. */
export async function estimate(ports: ReviewPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await prepare(ports, signal);
  const { table, files, views, effort, reserve } = prepared;
  const seats = prepared.seats.filter(({ counted }) => counted);
  const isSmall = effort.tier === "low";
  const lookingUp = seats.filter(({ view }) => view === "tools").length;
  const calls = callBudget(table.settings.budget, { seats: seats.length + reserve.length, lookingUp }, views.length);
  const budget = { ...table.settings.budget, calls };
  const kept = await keptProposals(prepared, signal);
  const forecast = (outlook: Outlook) => {
    const courses = outlook.panel.map((seat) => [seat.name, courseOf(seat, prepared, kept, outlook)] as const);
    const parts = views.length === 0 ? [] : partsOf(Object.values(reviewStages), new Map(courses));
    return forecastOf(parts, table.costOf, budget);
  };
  const { maxRounds } = table.settings.debate;
  const whole = [...seats, ...reserve.filter(({ counted }) => counted)];
  return {
    subject: { kind: "review", files: files.length, batches: views.length, effort: `${effort.tier} (${effort.why})` },
    seats: seats.map(({ name, view }) => (table.trees === undefined ? name : `${name} (${view ?? "diff"})`)),
    usual: forecast({ kind: "usual", panel: seats, rounds: 1, hearings: 0, isWorded: !isSmall }),
    // A serious finding brings in the reserve of a small panel.
    most: forecast({
      ...{ kind: "most", panel: whole, rounds: maxRounds, isWorded: true },
      hearings: whole.length < 2 ? 0 : hearings,
    }),
    budget,
    kept: { answers: [...kept.values()].flat().length, of: seats.length * views.length },
    notes: table.notes,
  };
}

function courseOf(
  { name, provider, view, longestAnswer = maxOutputTokens }: Seat,
  { views, table, topology, split }: Prepared,
  kept: ReadonlyMap<string, readonly BatchView[]>,
  { kind, panel, rounds, hearings: heard, isWorded }: Outlook,
): Course {
  const asked = views.filter((one) => kept.get(name)?.includes(one) !== true);
  // A program looks things up within one call.
  const isAskedAgain = !provider.startsWith("command:");
  const slice = view === "slice" ? perCall.slice : 0;
  const turns = {
    batch: view === "tools" && isAskedAgain ? perTurn.turns : 0,
    hearing: table.trees !== undefined && isAskedAgain ? perTurn.turns : 0,
  };
  const { length: seats } = panel;
  const all = shownBy(views, slice);
  const { calls, tokens } = shownBy(asked, slice);
  const size = { seats, batches: calls, files: split?.files.length ?? 0 };
  const led = topologyTable[topology].forecast?.(size, kind) ?? { share: 1, calls, leadCalls: 0 };
  const unanswered = { calls: led.calls, tokens: tokens * led.share };
  const shown = { all, unanswered, leadCalls: led.leadCalls / seats };
  return { ...shown, seats, rounds, hearings: heard, turns, isWorded, longestAnswer };
}

/** Which batches each seat has answered before, in the same bytes. Later requests depend on answers, so they cannot be looked up. */
async function keptProposals(
  { table, mask, views, effort, seats }: Prepared,
  signal: AbortSignal,
): Promise<Map<string, BatchView[]>> {
  const kept = new Map<string, BatchView[]>();
  for (const { name, counted, agent } of withOneBlind(table.keptSeatsFor?.(mask, effort.tier) ?? [])) {
    if (!counted || agent.propose === undefined || !seats.some((seat) => seat.name === name)) continue;
    const answered: BatchView[] = [];
    for (const view of views)
      await agent.propose(view, signal).then(
        () => answered.push(view),
        () => signal.throwIfAborted(),
      );
    kept.set(name, answered);
  }
  return kept;
}

function shownBy(views: readonly BatchView[], slice: number): ShownForecast {
  const tokens = views.map(
    ({ batch, instructions }) => perCall.system + batch.tokens + estimateTokens(instructions) + slice,
  );
  return { calls: views.length, tokens: tokens.reduce((sum, one) => sum + one, 0) };
}
