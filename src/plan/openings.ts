import { askStage, type DebateContext, type Delivered, seatsLeft } from "../debate/context.ts";
import { askInSequence, checksOf, sequenceNotes, sequenceReport } from "../debate/in-sequence.ts";
import { droppedNote } from "../debate/notes.ts";
import type { Opening, PlanContext } from "../domain/answers.ts";
import type { TopologyName } from "../domain/known-names.ts";
import type { StepDraft } from "../domain/plan.ts";
import type { TopologyReport } from "../domain/topology/topology-report.ts";
import type { PlanSeat } from "../stages/index.ts";
import { cutWords } from "../text/text.ts";
import { addSteps, noSteps, type StepList, withinLimits } from "./steps.ts";

/** The most steps of earlier seats that one request shows. */
const mostEarlier = 40;
const wordsOfRemark = 80;

type Limited = ReturnType<typeof withinLimits>;

/** `said` are arguments on steps that came with the openings, by the id of the step. */
export interface OpenedPlans {
  readonly openings: readonly Delivered<Opening>[];
  readonly list: StepList;
  readonly said: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
  readonly topology?: TopologyReport;
}

interface Question {
  readonly planContext: PlanContext;
  readonly maxWords: number;
  readonly topology: TopologyName;
}

/** Every seat plans: alone, or one after the other, where each checks the steps before it. */
export async function openPlans(
  seats: readonly PlanSeat[],
  { planContext, maxWords, topology }: Question,
  context: DebateContext,
): Promise<OpenedPlans> {
  const request = { context: planContext, maxWords };
  const limited = async (opening: Promise<Opening>): Promise<Limited> => withinLimits(await opening, maxWords);
  const present = seatsLeft(seats, context);
  const isSequence = topology === "sequential";
  const delivered = isSequence
    ? await askInSequence<Limited, PlanSeat>(
        present,
        "plan-open",
        (seat, before, signal) => limited(openAfter(seat, before, signal)),
        context,
      )
    : await askStage(present, "plan-open", ({ agent }, signal) => limited(agent.open(request, signal)), context);
  for (const { seat, value } of delivered)
    context.emit({ type: "seat-end", seat, stage: "plan-open", raised: value.opening.steps.length });
  const list = delivered.reduce((steps, { seat, value }) => addSteps(steps, seat, value.opening.steps), noSteps);
  const checked =
    isSequence && delivered.length > 0 ? checkedIn(delivered, list) : { said: new Map<string, string[]>(), notes: [] };
  return {
    openings: delivered.map(({ seat, value: { opening } }) => ({ seat, value: opening })),
    list,
    ...checked,
    notes: [
      ...checked.notes,
      ...delivered.flatMap(({ seat, value: { cuts, opening } }) => [
        ...cuts.map((cut) => `The opening of ${seat} ${cut}.`),
        ...droppedNote(seat, "opening", opening.dropped),
      ]),
    ],
  };

  function openAfter(
    { agent }: PlanSeat,
    before: readonly Delivered<Limited>[],
    signal: AbortSignal,
  ): Promise<Opening> {
    const earlier = stepsBefore(before).map(({ id, draft }) => ({ id, draft }));
    return earlier.length === 0 || agent.openAfter === undefined
      ? agent.open(request, signal)
      : agent.openAfter({ ...request, earlier }, signal);
  }
}

interface EarlierStep {
  readonly id: string;
  readonly seat: string;
  readonly draft: StepDraft;
}

/** The steps that a seat is shown. Where there are too many, each seat before it has an equal share. */
function stepsBefore(before: readonly Delivered<Limited>[]): EarlierStep[] {
  const share = Math.floor(mostEarlier / Math.max(1, before.length));
  const shown = before.flatMap(({ seat, value }) =>
    value.opening.steps.slice(0, share).map((draft) => ({ seat, draft })),
  );
  return shown.map((one, at) => ({ ...one, id: `${at + 1}` }));
}

/** The checks of a pipeline: as arguments on the steps, without names, and for the report. They are no votes. */
function checkedIn(delivered: readonly Delivered<Limited>[], { home }: StepList) {
  const said = new Map<string, string[]>();
  const passed = delivered.map(({ seat, value }, at) => {
    const earlier = stepsBefore(delivered.slice(0, at));
    const { checks = [] } = value.opening;
    for (const { id, draft } of earlier) {
      const [step, check] = [home.get(draft), checks.find(({ of }) => of === id)];
      if (step !== undefined && check !== undefined)
        said.set(step, [...(said.get(step) ?? []), cutWords(check.reason, wordsOfRemark)]);
    }
    const shown = earlier.map(({ id, seat: of, draft }) => ({ id, seat: of, title: draft.title }));
    return checksOf(seat, value.opening.checks === undefined ? [] : shown, checks);
  });
  const order = delivered.map(({ seat }) => seat);
  const checks = passed.flat();
  return { said, notes: sequenceNotes(order, checks, "steps"), topology: sequenceReport(order, checks) };
}
