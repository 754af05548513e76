import type { StepApproval, StepWording } from "../../domain/answers.ts";
import type { JudgedStep } from "../../domain/plan.ts";
import type { PlanContext } from "../../domain/views.ts";
import { budgetFailure, type DebateContext, seatsLeft } from "../../panel/asking/context.ts";
import { type Approvals, approvalsBy, composeItems, ownWordsNote } from "../../panel/asking/wording.ts";
import type { PlanSeat } from "../../panel/stages/index.ts";
import { cutWords } from "../../text/text.ts";
import { plainWords } from "./steps.ts";

const mostRemarks = 20;
const wordsOfRemark = 60;
const wordsOfStep = 150;
const wordsOfSummary = 200;

/** The material for the wording of a plan: the steps that are kept, and the seats' texts on everything else. */
export interface PlanMaterial {
  readonly steps: readonly JudgedStep[];
  readonly summary: string;
  readonly risks: readonly string[];
  readonly openQuestions: readonly string[];
}

/** The plan in words, its steps in the writer's order. `by` is null where no seat worded it. */
export interface WordedPlan extends PlanMaterial {
  readonly by: string | null;
  readonly notes: readonly string[];
}

/**
 * The winner words and orders the plan, see `composeItems`; files, dependencies and votes are not its to change. The other seats approve or
 * reject each wording: a rejected step keeps its own words.
 */
export async function wordPlan(
  seats: readonly PlanSeat[],
  planContext: PlanContext,
  winner: PlanSeat | undefined,
  material: PlanMaterial,
  context: DebateContext,
): Promise<WordedPlan> {
  const { steps: items, risks, openQuestions } = material;
  const own: WordedPlan = {
    ...material,
    risks: remarksOf([], risks),
    openQuestions: remarksOf([], openQuestions),
    by: null,
    notes: [],
  };
  if (items.length === 0) return own;
  const subject = "The plan keeps the seats'";
  if (winner === undefined) return { ...own, notes: [`${subject} own words: no seat was left to word it.`] };
  const { name } = winner;
  if (budgetFailure(context) !== null) {
    const reason = `the composition by ${name} could not be used (the budget was spent)`;
    return { ...own, notes: [`${subject} own words: ${reason}.`] };
  }
  const validators = seatsLeft(seats, context).filter((seat) => seat.name !== name);
  const request = { context: planContext, items, wanted: wantedIn(items), risks, openQuestions };
  context.emit({ type: "stage-start", stage: "plan-compose", detail: name });
  const { reply, note } = await composeItems(
    winner,
    {
      stage: "plan-compose",
      ask: ({ agent }, signal) => agent.compose(request, signal),
      given: ({ steps }) => steps.map(({ step }) => step),
      wanted: items.map(({ id }) => id),
      faultIn: ({ steps }) => (steps.some(({ title }) => plainWords(title) === "") ? "it left a title empty" : null),
      noun: "step",
      subject,
    },
    context,
  );
  if (reply === null) return { ...own, notes: [note] };
  const wordings = reply.steps.map((one) => ({ ...one, description: cutWords(one.description, wordsOfStep) }));
  const approvalsOn = await validate(validators, { context: planContext, items, wordings }, context);
  const worded = wordings.flatMap((wording) =>
    items.filter(({ id }) => id === wording.step).map((item) => wordedStep(item, wording, approvalsOn(item.id))),
  );
  return {
    summary: cutWords(reply.summary.trim(), wordsOfSummary) || own.summary,
    steps: worded.map(({ step }) => step),
    risks: remarksOf(reply.risks, risks),
    openQuestions: remarksOf(reply.openQuestions, openQuestions),
    by: name,
    notes: worded.flatMap((one) => one.note),
  };
}

async function validate(
  seats: readonly PlanSeat[],
  request: Parameters<PlanSeat["agent"]["validate"]>[0],
  context: DebateContext,
): Promise<(id: string) => Approvals<StepApproval>> {
  const validators = budgetFailure(context) === null ? seats : [];
  if (validators.length > 0) {
    const names = validators.map(({ name }) => name).join(", ");
    context.emit({ type: "stage-start", stage: "plan-validate", detail: names });
  }
  const ask = ({ agent }: PlanSeat, signal: AbortSignal) => agent.validate(request, signal);
  return approvalsBy(validators, "plan-validate", ask, ({ step }) => step, context);
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

/** The winner chooses the phase; a rejected wording restores the title and the description. */
function wordedStep(
  item: JudgedStep,
  { phase, title, description }: StepWording,
  approvals: Approvals<unknown>,
): { step: JudgedStep; note: string[] } {
  const step = { ...item, phase: plainWords(phase) === "" ? item.phase : phase };
  if (approvals.isRejected) return { step, note: [ownWordsNote(item.title, approvals)] };
  return { step: { ...step, title, description: description || item.description }, note: [] };
}

/** The winner's list if it gives one. It may merge entries of one meaning, but an empty list drops no risk. */
function remarksOf(composed: readonly string[], all: readonly string[]): string[] {
  const chosen = composed.length === 0 ? all : composed;
  return [...new Map(chosen.map((text) => [plainWords(text), cutWords(text, wordsOfRemark)])).values()].slice(
    0,
    mostRemarks,
  );
}
