import { estimateTokens } from "../diff/batch.ts";
import type { PlanContext } from "../domain/answers.ts";
import { type Estimate, type EstimatedPart, forecastOf, partsOf, perCall } from "../domain/estimate.ts";
import { callBudget } from "../settings/seat-limits.ts";
import { planStages } from "../stages/index.ts";
import { juryOutlook } from "./jury.ts";
import { type PlanPorts, type PreparedPlan, preparePlan } from "./prepare.ts";

const tokensPerWord = 1.5;
/** Titles, files, risks and questions of an opening, in addition to its words. */
const lists = 900;

/** Reads the context of the question and forecasts calls, tokens and cost. No seat is asked. */
export async function estimatePlan(ports: PlanPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await preparePlan(ports, signal);
  const { table, seats, shown } = prepared;
  const { plan, budget } = table.settings;
  const outlook = juryOutlook(seats);
  const calls = callBudget(budget, { seats: seats.length }, 1);
  const kept = await keptOpenings(prepared, signal);
  const forecast = (ballots: number, words: number, jurors: number) =>
    forecastOf(partsOfPlan(prepared, { kept, ballots, words, jurors }), table.costOf, { ...budget, calls });
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

interface Debate {
  readonly kept: ReadonlySet<string>;
  readonly ballots: number;
  readonly words: number;
  readonly jurors: number;
}

/** Each seat reads the question once; later stages have it from the vendor's cache, and jurors see only the two best plans. */
function partsOfPlan({ seats, context }: PreparedPlan, { kept, ballots, words, jurors }: Debate): EstimatedPart[] {
  const plan = Math.round(words * tokensPerWord) + lists;
  const all = { calls: 1, tokens: perCall.system + readingOf(context) };
  const courses = seats.map(({ name }) => {
    const unanswered = kept.has(name) ? { calls: 0, tokens: 0 } : all;
    return [name, { seats: seats.length, all, unanswered, rounds: ballots, hearings: 0, jurors, plan }] as const;
  });
  return partsOf(Object.values(planStages), new Map(courses));
}

function readingOf(context: PlanContext): number {
  const { question, thread, guide, map, files, diff } = context;
  const lines = diff.flatMap(({ hunks }) => hunks.flatMap(({ hunk, enclosing }) => [...enclosing, ...hunk.lines]));
  const texts = [question, thread, guide, ...map, ...files.map(({ text }) => text), ...lines.map(({ text }) => text)];
  return estimateTokens(texts.join("\n"));
}
