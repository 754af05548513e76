import { estimateTokens } from "../diff/batch.ts";
import type { BatchView } from "../domain/answers.ts";
import { type Estimate, forecastOf, partsOf, perCall, type ShownForecast } from "../domain/estimate.ts";
import { callBudget } from "../settings/seat-limits.ts";
import { reviewStages } from "../stages/index.ts";
import { withOneBlind } from "./blindfold.ts";
import { type Prepared, prepare } from "./prepare.ts";
import type { ReviewPorts } from "./setup.ts";

/** Hearings of a long debate. There are more while the budget pays for them. */
const hearings = 5;

/** Reads the change and forecasts calls, tokens and cost. No seat is asked. */
export async function estimate(ports: ReviewPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await prepare(ports, signal);
  const { table, files, views } = prepared;
  const { debate } = table.settings;
  const seats = prepared.seats.filter(({ counted }) => counted).map(({ name }) => name);
  const calls = callBudget(table.settings.budget, { seats: seats.length }, views.length);
  const budget = { ...table.settings.budget, calls };
  const kept = await keptProposals(prepared, signal);
  const forecast = (rounds: number, heard: number) => {
    const courses = seats.map((seat) => {
      const asked = views.filter((view) => kept.get(seat)?.includes(view) !== true);
      const course = { all: shownBy(views), unanswered: shownBy(asked), rounds, hearings: heard, jurors: 0, plan: 0 };
      return [seat, { ...course, seats: seats.length }] as const;
    });
    const parts = views.length === 0 ? [] : partsOf(Object.values(reviewStages), new Map(courses));
    return forecastOf(parts, table.costOf, budget);
  };
  return {
    subject: { kind: "review", files: files.length, batches: views.length },
    seats,
    usual: forecast(1, 0),
    most: forecast(debate.maxRounds, hearings),
    budget,
    kept: { answers: [...kept.values()].flat().length, of: seats.length * views.length },
    notes: table.notes,
  };
}

/** Which batches each seat has answered before, in the same bytes. Later requests depend on answers, so they cannot be looked up. */
async function keptProposals({ table, mask, views }: Prepared, signal: AbortSignal): Promise<Map<string, BatchView[]>> {
  const kept = new Map<string, BatchView[]>();
  for (const { name, counted, agent } of withOneBlind(table.keptSeatsFor?.(mask) ?? [])) {
    if (!counted || agent.propose === undefined) continue;
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

function shownBy(views: readonly BatchView[]): ShownForecast {
  const tokens = views.map(({ batch, instructions }) => perCall.system + batch.tokens + estimateTokens(instructions));
  return { calls: views.length, tokens: tokens.reduce((sum, one) => sum + one, 0) };
}
