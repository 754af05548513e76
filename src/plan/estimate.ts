import { estimateTokens } from "../diff/batch.ts";
import { type Amounts, amountsOf, type Estimate, perCall, type SeatUse } from "../domain/estimate.ts";
import type { PlanContext } from "../domain/plan-agent.ts";
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
  return {
    subject: { kind: "plan", shown, usd: budget.usd },
    seats: seats.map(({ name }) => name),
    usual: amountsIn(prepared, { ballots: 1, words: plan.maxWords / 2, jurors: outlook === "sure" ? plan.jury : 0 }),
    most: amountsIn(prepared, { ballots: 2, words: plan.maxWords, jurors: outlook === "none" ? 0 : plan.jury }),
    notes: [...table.notes, ...(plan.jury > 0 ? juryNotes[outlook] : [])],
  };
}

const juryNotes = {
  sure: [],
  possible: ["A jury sits only where one model wrote both of the two best plans: an author does not judge."],
  none: ["No jury can sit: it takes a model that wrote neither of the two best plans, so a third one."],
} as const;

interface Course {
  readonly ballots: number;
  readonly words: number;
  readonly jurors: number;
}

/**
 * Opening, `ballots` on steps of others, assumptions, closing; one seat words the plan and each other checks it. All but the first read the
 * question from the vendor's cache; jurors see nothing but the two best plans.
 */
function amountsIn({ seats, context, table }: PreparedPlan, { ballots, words, jurors }: Course): Amounts {
  const { system, answer } = perCall;
  const isDebated = seats.length > 1;
  const opening = Math.round(words * tokensPerWord) + lists;
  const reading = system + readingOf(context);
  const calls = 1 + (isDebated ? ballots : 0) + 3;
  const juries = isDebated ? (2 * jurors) / seats.length : 0;
  const uses = seats.map(({ name }): SeatUse => {
    const cachedInputTokens = reading * (calls - 1);
    const items = (calls - 1) * opening * seats.length;
    const inputTokens = reading + cachedInputTokens + items + juries * (system + 2 * opening);
    const outputTokens = 2 * opening + (calls - 2 + juries) * answer;
    return { seat: name, calls: calls + juries, usage: { inputTokens, cachedInputTokens, outputTokens } };
  });
  return amountsOf(uses, table.costOf);
}

function readingOf({ question, thread, guide, map, files, diff }: PlanContext): number {
  const lines = diff.flatMap(({ hunks }) => hunks.flatMap(({ hunk, enclosing }) => [...enclosing, ...hunk.lines]));
  const texts = [question, thread, guide, ...map, ...files.map(({ text }) => text), ...lines.map(({ text }) => text)];
  return estimateTokens(texts.join("\n"));
}
