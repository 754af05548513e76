import { estimateTokens } from "../../code/diff/batch.ts";
import {
  type Estimate,
  type EstimatedPart,
  forecastOf,
  maxOutputTokens,
  partsOf,
  perCall,
} from "../../domain/estimate.ts";
import type { PlanContext } from "../../domain/views.ts";
import { ledCourse, openersOf } from "../../panel/asking/by-lead.ts";
import { type PlanSeat, planStages } from "../../panel/stages/index.ts";
import { callBudget } from "../../settings/seat-limits.ts";
import { juryOutlook } from "./jury.ts";
import { type PlanPorts, type PreparedPlan, preparePlan } from "./prepare.ts";

const tokensPerWord = 1.5;
/** Titles, files, risks and questions of an opening, in addition to its words. */
const lists = 900;

/** Reads the context of the question and forecasts calls, tokens and cost. No seat is asked. */
export async function estimatePlan(ports: PlanPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await preparePlan(ports, signal);
  const { table, mask, shown } = prepared;
  const seats = table.seatsFor(mask);
  const { plan, budget, debate } = table.settings;
  // The first round has a second ballot, on steps that were missing. In `consensus` seats vote again on steps that somebody is
  // against.
  const again = debate.topology === "consensus" ? debate.maxRounds - 1 : 0;
  const named = table.juryFor?.(mask) ?? [];
  const outlook = named.length > 0 ? "named" : juryOutlook(seats);
  const calls = callBudget(budget, { seats: seats.length + named.length }, 1);
  const kept = await keptOpenings(prepared, signal);
  const forecast = (kind: "usual" | "most", ballots: number, words: number, jurors: number) =>
    forecastOf(
      [...partsOfPlan(seats, prepared, { kind, kept, ballots, words, jurors }), ...namedJury(named, words)],
      table.costOf,
      { ...budget, calls },
    );
  return {
    subject: { kind: "plan", shown },
    seats: seats.map(({ name }) => name),
    usual: forecast("usual", 1 + Math.min(1, again), plan.maxWords / 2, outlook === "sure" ? plan.jury : 0),
    most: forecast("most", 2 + again, plan.maxWords, outlook === "sure" || outlook === "possible" ? plan.jury : 0),
    budget: { ...budget, calls },
    kept: { answers: kept.size, of: seats.length },
    notes: [...table.notes, ...(plan.jury > 0 ? juryNotes[outlook] : [])],
  };
}

const juryNotes = {
  sure: [],
  named: [],
  possible: ["A jury sits only where one model wrote both of the two best plans: an author does not judge."],
  none: ["No jury can sit: it needs a third model, which wrote neither of the two best plans."],
} as const;

/** Each juror of the settings answers once in both orders, at its own price. */
function namedJury(named: readonly PlanSeat[], words: number): EstimatedPart[] {
  const plan = Math.round(words * tokensPerWord) + lists;
  const nothing = { calls: 0, tokens: 0 };
  const turns = { batch: 0, hearing: 0 };
  const course = { seats: 2, all: nothing, unanswered: nothing, rounds: 0, hearings: 0, turns, isWorded: false };
  const courses = named.map(({ name, longestAnswer = maxOutputTokens }) => {
    return [name, { ...course, longestAnswer, jurors: 2, plan }] as const;
  });
  return partsOf([planStages.judge], new Map(courses));
}

/** Which seats have opened on this question before, in the same bytes. */
async function keptOpenings({ context, mask, table }: PreparedPlan, signal: AbortSignal): Promise<Set<string>> {
  const { plan, debate } = table.settings;
  const { maxWords } = plan;
  const kept = new Set<string>();
  for (const { name, agent } of openersOf(table.keptSeatsFor?.(mask) ?? [], debate.topology))
    await agent.open({ context, maxWords }, signal).then(
      () => kept.add(name),
      () => signal.throwIfAborted(),
    );
  return kept;
}

interface Debate {
  readonly kind: "usual" | "most";
  readonly kept: ReadonlySet<string>;
  readonly ballots: number;
  readonly words: number;
  readonly jurors: number;
}

/** Each seat reads the question once; later stages have it from the vendor's cache, and jurors see only the two best plans. */
function partsOfPlan(
  seats: readonly PlanSeat[],
  { context, table }: PreparedPlan,
  { kind, kept, ballots, words, jurors }: Debate,
): EstimatedPart[] {
  const plan = Math.round(words * tokensPerWord) + lists;
  const all = { calls: 1, tokens: perCall.system + contextTokens(context) };
  const shared = { seats: seats.length, all, rounds: ballots, hearings: 0, jurors, plan, isWorded: true };
  const { topology } = table.settings.debate;
  const courses = seats.map(({ name, longestAnswer = maxOutputTokens }, at) => {
    const { leadCalls, openings } = ledCourse(seats, name, topology, kind);
    const asked = kept.has(name) ? 0 : openings;
    const unanswered = { calls: asked, tokens: asked * all.tokens };
    const earlier = topology === "sequential" ? at * plan : 0;
    return [
      name,
      { ...shared, unanswered, leadCalls, earlier, turns: { batch: 0, hearing: 0 }, longestAnswer },
    ] as const;
  });
  return partsOf(Object.values(planStages), new Map(courses));
}

/** Tokens of the context of a question. */
export function contextTokens(context: PlanContext): number {
  const { question, thread, guide, map, files, diff } = context;
  const lines = diff.flatMap(({ hunks }) => hunks.flatMap(({ hunk, enclosing }) => [...enclosing, ...hunk.lines]));
  const texts = [question, thread, guide, ...map, ...files.map(({ text }) => text), ...lines.map(({ text }) => text)];
  return estimateTokens(texts.join("\n"));
}
