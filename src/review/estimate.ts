import { estimateTokens } from "../diff/batch.ts";
import type { BatchView } from "../domain/answers.ts";
import { type Estimate, type EstimatedPart, forecastOf, perCall, type SeatUse } from "../domain/estimate.ts";
import { callBudget } from "../settings/seat-limits.ts";
import { withOneBlind } from "./blindfold.ts";
import { type Prepared, prepare, type ReviewPorts } from "./prepare.ts";

/** One hearing's dossier. */
const dossier = 4_000;
/** Contested findings of a long debate: more are heard while the budget pays for them. */
const hearings = 5;
/** One after the other: the objection, the answer, and the ruling in both orders. */
const callsPerHearing = 4;

/** Reads the change and forecasts calls, tokens and cost. No seat is asked. */
export async function estimate(ports: ReviewPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await prepare(ports, signal);
  const { table, files, views } = prepared;
  const { debate } = table.settings;
  const seats = prepared.seats.filter(({ counted }) => counted).map(({ name }) => name);
  const calls = callBudget(table.settings.budget, seats.length, views.length);
  const budget = { ...table.settings.budget, calls };
  const kept = await keptProposals(prepared, signal);
  const forecast = (rounds: number, heard: number) =>
    forecastOf(stagesOf({ seats, views, kept }, rounds, heard), table.costOf, budget);
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

interface Readers {
  readonly seats: readonly string[];
  readonly views: readonly BatchView[];
  readonly kept: ReadonlyMap<string, readonly BatchView[]>;
}

/** Every stage after the first reads its batch from the vendor's cache. */
function stagesOf({ seats, views, kept }: Readers, rounds: number, heard: number): EstimatedPart[] {
  const { system, items, answer } = perCall;
  const ofAll = (name: string, use: (seat: string) => Omit<SeatUse, "seat">, turns = 1): EstimatedPart => ({
    name,
    uses: seats.map((seat) => ({ seat, ...use(seat) })),
    turns,
  });
  const calls = views.length;
  const reading = readingOf(views);
  const proposals = ofAll("the proposals", (seat) => {
    const asked = views.filter((view) => kept.get(seat)?.includes(view) !== true);
    const outputTokens = asked.length * answer;
    return { calls: asked.length, usage: { inputTokens: readingOf(asked), cachedInputTokens: 0, outputTokens } };
  });
  const ballot = ofAll("the ballot", () => {
    const inputTokens = reading + calls * items;
    return { calls, usage: { inputTokens, cachedInputTokens: reading, outputTokens: calls * answer } };
  });
  const inHearings = (heard * callsPerHearing) / seats.length;
  const argued = ofAll(
    "the hearings",
    () => {
      const usage = { inputTokens: inHearings * dossier, cachedInputTokens: 0, outputTokens: inHearings * answer };
      return { calls: inHearings, usage };
    },
    callsPerHearing,
  );
  const wording = ofAll("the wording", () => {
    const usage = { inputTokens: system + items, cachedInputTokens: system, outputTokens: answer };
    return { calls: 1, usage };
  });
  if (calls === 0) return [];
  return [proposals, ...Array.from({ length: rounds }, () => ballot), argued, wording];
}

function readingOf(views: readonly BatchView[]): number {
  return views.reduce(
    (sum, { batch, instructions }) => sum + perCall.system + batch.tokens + estimateTokens(instructions),
    0,
  );
}
