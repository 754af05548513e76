import { estimateTokens } from "../diff/batch.ts";
import { type Estimate, forecastOf, perCall, type Stage } from "../domain/estimate.ts";
import type { PlanContext } from "../domain/plan-agent.ts";
import { type PlanPorts, type PreparedPlan, preparePlan } from "./prepare.ts";

const tokensPerWord = 1.5;
/** Titles, files, risks and questions of an opening, beside its words. */
const lists = 900;

/** Reads what stands around the question and forecasts calls, tokens and cost. No seat is asked. */
export async function estimatePlan(ports: PlanPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await preparePlan(ports, signal);
  const { table, seats, shown } = prepared;
  const { plan, budget } = table.settings;
  const kept = await keptOpenings(prepared, signal);
  const forecast = (ballots: number, words: number) =>
    forecastOf(stagesOf(prepared, { kept, ballots, words }), table.costOf, budget);
  return {
    subject: { kind: "plan", shown },
    seats: seats.map(({ name }) => name),
    usual: forecast(1, plan.maxWords / 2),
    most: forecast(2, plan.maxWords),
    budget,
    kept: { answers: kept.size, of: seats.length },
    notes: table.notes,
  };
}

/** Who has opened on this question before, in the same bytes. Later requests depend on answers, so they cannot be looked up. */
async function keptOpenings({ keptSeats, context, table }: PreparedPlan, signal: AbortSignal): Promise<Set<string>> {
  const { maxWords } = table.settings.plan;
  const kept = new Set<string>();
  for (const { name, agent } of keptSeats)
    await agent.open({ context, maxWords }, signal).then(
      () => kept.add(name),
      () => signal.throwIfAborted(),
    );
  return kept;
}

interface Course {
  readonly kept: ReadonlySet<string>;
  readonly ballots: number;
  readonly words: number;
}

/**
 * Opening, `ballots` on steps of others, assumptions, closing; one seat words the plan and each other checks it. All but the first read the
 * question from the vendor's cache; jurors see nothing but the two best plans.
 */
function stagesOf({ seats, context, table }: PreparedPlan, { kept, ballots, words }: Course): Stage[] {
  const { system, answer } = perCall;
  const isDebated = seats.length > 1;
  const opening = Math.round(words * tokensPerWord) + lists;
  const reading = system + readingOf(context);
  const ofAll = (name: string, outputTokens: number): Stage => {
    const usage = { inputTokens: reading + opening * seats.length, cachedInputTokens: reading, outputTokens };
    return { name, uses: seats.map((seat) => ({ seat: seat.name, calls: 1, usage })) };
  };
  const asked = seats.filter(({ name }) => !kept.has(name));
  const first = { inputTokens: reading, cachedInputTokens: 0, outputTokens: opening };
  const juries = isDebated ? (2 * table.settings.plan.jury) / seats.length : 0;
  const judging = { inputTokens: juries * (system + 2 * opening), cachedInputTokens: 0, outputTokens: juries * answer };
  return [
    { name: "the openings", uses: asked.map(({ name }) => ({ seat: name, calls: 1, usage: first })) },
    ...Array.from({ length: isDebated ? ballots : 0 }, () => ofAll("the rebuttals", answer)),
    ofAll("the assumptions", answer),
    ofAll("the closing", opening),
    ofAll("the wording", answer),
    { name: "the jury", uses: seats.map(({ name }) => ({ seat: name, calls: juries, usage: judging })) },
  ];
}

function readingOf(context: PlanContext): number {
  const { question, thread, guide, map, files, diff } = context;
  const lines = diff.flatMap(({ hunks }) => hunks.flatMap(({ hunk, enclosing }) => [...enclosing, ...hunk.lines]));
  const texts = [question, thread, guide, ...map, ...files.map(({ text }) => text), ...lines.map(({ text }) => text)];
  return estimateTokens(texts.join("\n"));
}
