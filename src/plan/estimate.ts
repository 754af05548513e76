import { estimateTokens } from "../diff/batch.ts";
import { type Estimate, type EstimatedPart, forecastOf, perCall } from "../domain/estimate.ts";
import type { PlanContext } from "../domain/plan-answers.ts";
import { callBudget } from "../settings/seat-limits.ts";
import { juryOutlook } from "./jury.ts";
import { type PlanPorts, type PreparedPlan, preparePlan } from "./prepare.ts";

const tokensPerWord = 1.5;
/** Titles, files, risks and questions of an opening, beside its words. */
const lists = 900;

/** Reads what stands around the question and forecasts calls, tokens and cost. No seat is asked. */
export async function estimatePlan(ports: PlanPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await preparePlan(ports, signal);
  const { table, seats, shown } = prepared;
  const { plan, budget } = table.settings;
  const outlook = juryOutlook(seats);
  const calls = callBudget(budget, seats.length, 1);
  const kept = await keptOpenings(prepared, signal);
  const forecast = (ballots: number, words: number, jurors: number) =>
    forecastOf(stagesOf(prepared, { kept, ballots, words, jurors }), table.costOf, { ...budget, calls });
  return {
    subject: { kind: "plan", shown },
    seats: seats.map(({ name }) => name),
    usual: forecast(1, plan.maxWords / 2, outlook === "sure" ? plan.jury : 0),
    most: forecast(2, plan.maxWords, outlook === "none" ? 0 : plan.jury),
    budget: { ...budget, calls },
    kept: { answers: kept.size, of: seats.length },
    notes: [...table.notes, ...(plan.jury > 0 ? juryNotes[outlook] : [])],
  };
}

const juryNotes = {
  sure: [],
  possible: ["A jury sits only where one model wrote both of the two best plans: an author does not judge."],
  none: ["No jury can sit: it takes a model that wrote neither of the two best plans, so a third one."],
} as const;

/** Which seats have opened on this question before, in the same bytes. Later requests depend on answers, so they cannot be looked up. */
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
  readonly jurors: number;
}

/**
 * Opening, `ballots` on steps of others, assumptions, closing; one seat words the plan and each other checks it. All but the first read the
 * question from the vendor's cache; jurors see nothing but the two best plans.
 */
function stagesOf({ seats, context }: PreparedPlan, { kept, ballots, words, jurors }: Course): EstimatedPart[] {
  const { system, answer } = perCall;
  const isDebated = seats.length > 1;
  const opening = Math.round(words * tokensPerWord) + lists;
  const reading = system + readingOf(context);
  const ofAll = (name: string, outputTokens: number): EstimatedPart => {
    const usage = { inputTokens: reading + opening * seats.length, cachedInputTokens: reading, outputTokens };
    return { name, uses: seats.map((seat) => ({ seat: seat.name, calls: 1, usage })) };
  };
  const asked = seats.filter(({ name }) => !kept.has(name));
  const first = { inputTokens: reading, cachedInputTokens: 0, outputTokens: opening };
  const juries = isDebated ? (2 * jurors) / seats.length : 0;
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
