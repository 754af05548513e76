import type { JudgedStep } from "../domain/plan.ts";
import type { PlanComposition, PlanContext, StepApproval, StepWording } from "../domain/plan-answers.ts";
import type { PlanSeat } from "../stages/index.ts";
import { cutWords } from "../text/text.ts";
import type { Delivered, Session } from "./session.ts";
import { plainWords } from "./steps.ts";

const mostRemarks = 20;
const wordsOfStep = 150;
const wordsOfSummary = 200;

/** The plan in words, its steps in the order of whoever worded it. `by` is null where no seat did. */
export interface WordedPlan {
  readonly summary: string;
  readonly steps: readonly JudgedStep[];
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
  readonly by: string | null;
  readonly notes: readonly string[];
}

/** What is to be worded: the steps that are kept, and the words of the seats for what no step says. */
export interface Material {
  readonly steps: readonly JudgedStep[];
  readonly summary: string;
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
}

/**
 * The winner words and orders the plan: ids in = ids out, each once; files, dependencies and votes are not its to change. The others approve or
 * reject each wording: a majority of those who answered gives a step its own words back, even leaves the winner's. A broken composition is set
 * aside, and said.
 */
export async function composePlan(
  session: Session,
  context: PlanContext,
  winner: PlanSeat | undefined,
  material: Material,
): Promise<WordedPlan> {
  const own: WordedPlan = { ...inOwnWords(material), by: null, notes: [] };
  if (material.steps.length === 0) return own;
  if (winner === undefined)
    return { ...own, notes: ["The plan keeps the seats' own words: no seat was left to word it."] };
  const { steps: items, risks, openQuestions } = material;
  const validators = session.present().filter(({ name }) => name !== winner.name);
  const request = { context, items, wanted: wantedIn(items), risks, openQuestions };
  const [answer] = await session.askAll("plan-compose", [winner], async (seat, signal) => {
    const composition = await seat.agent.compose(request, signal);
    mustMatch(composition, items);
    return composition;
  });
  if (answer === undefined) {
    const reason = session.failures().find(({ step }) => step === "plan-compose")?.reason ?? "the budget was spent";
    return {
      ...own,
      notes: [`The plan keeps the seats' own words: the composition by ${winner.name} could not be used (${reason}).`],
    };
  }
  const wordings = answer.value.steps.map(limited);
  const approvals = await session.askAll("plan-validate", validators, (seat, signal) =>
    seat.agent.validate({ context, items, wordings }, signal),
  );
  const judged = wordings.map((wording) => worded(wording, items, approvals));
  return {
    summary: cutWords(answer.value.summary.trim(), wordsOfSummary) || own.summary,
    steps: judged.map(({ step }) => step),
    risks: remarksOf(answer.value.risks, risks),
    openQuestions: remarksOf(answer.value.openQuestions, openQuestions),
    by: winner.name,
    notes: judged.flatMap(({ note }) => note),
  };
}

function inOwnWords({ steps, summary, risks, openQuestions }: Material) {
  return { summary, steps, risks: remarksOf([], risks), openQuestions: remarksOf([], openQuestions) };
}

function mustMatch({ steps }: PlanComposition, items: readonly JudgedStep[]): void {
  const given = steps.map(({ step }) => step);
  const unknown = given.filter((id) => !items.some((item) => item.id === id)).length;
  const missing = items.filter(({ id }) => !given.includes(id)).length;
  if (unknown > 0 || missing > 0)
    throw new Error(`its ids do not match: ${missing} left out, ${unknown} not asked for`);
  if (new Set(given).size !== given.length) throw new Error("it worded a step twice");
  if (steps.some(({ title }) => plainWords(title) === "")) throw new Error("it left a title empty");
}

function limited(wording: StepWording): StepWording {
  return { ...wording, description: cutWords(wording.description, wordsOfStep) };
}

function wantedIn(steps: readonly JudgedStep[]): Map<string, string[]> {
  return new Map(
    steps.flatMap(({ id, dissent }) => {
      const wanted = dissent.flatMap(({ change, reason, kind }) =>
        kind === "wants a change" ? [change ?? reason] : [],
      );
      return wanted.length === 0 ? [] : [[id, wanted] as const];
    }),
  );
}

/** The phase is where the winner put the step; a rejected wording gives back title and description. */
function worded(
  { step: id, phase, title, description }: StepWording,
  items: readonly JudgedStep[],
  approvals: readonly Delivered<readonly StepApproval[]>[],
): { step: JudgedStep; note: string[] } {
  const item = items.find((one) => one.id === id);
  if (item === undefined) throw new Error(`a wording of ${id}, which is no step`);
  const cast = approvals.flatMap(({ value }) => value.filter(({ step }) => step === id).slice(0, 1));
  const rejections = cast.filter(({ verdict }) => verdict === "reject");
  const step = { ...item, phase: plainWords(phase) === "" ? item.phase : phase };
  if (rejections.length * 2 <= cast.length)
    return { step: { ...step, title, description: description || item.description }, note: [] };
  const note = `"${item.title}" keeps its own words: ${rejections.length} of ${cast.length} validators rejected the composed ones.`;
  return { step, note: [note] };
}

/** The winner's list where it gives one; it may merge what says the same, but an empty list does not make risks go away. */
function remarksOf(composed: readonly string[], all: readonly string[]): string[] {
  const chosen = composed.length === 0 ? all : composed;
  return [...new Map(chosen.map((text) => [plainWords(text), cutWords(text, 60)])).values()].slice(0, mostRemarks);
}
