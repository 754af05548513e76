import type { Opening } from "../../domain/answers.ts";
import type { TopologyName } from "../../domain/known-names.ts";
import type { TopologyReport } from "../../domain/topology/topology-report.ts";
import { inTurn, openByLead } from "../../panel/asking/by-lead.ts";
import { askStage, type DebateContext, type Delivered, seatsLeft } from "../../panel/asking/context.ts";
import { askInSequence } from "../../panel/asking/in-sequence.ts";
import { droppedNote } from "../../panel/asking/notes.ts";
import type { PlanSeat } from "../../panel/stages/index.ts";
import type { OpenRequest } from "../../panel/stages/plan-open.ts";
import { cutCharacters, cutWords, plural } from "../../text/text.ts";
import { checkedIn, stepsBefore } from "./earlier.ts";
import { addSteps, type LimitedOpening, mostSteps, noSteps, type StepList, sameStep, withinLimits } from "./steps.ts";

/** `said` are arguments on steps that came with the openings, by the id of the step. */
export interface OpenedPlans {
  readonly openings: readonly Delivered<Opening>[];
  readonly list: StepList;
  readonly said: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
  readonly topology?: TopologyReport;
}

interface Opened {
  readonly delivered: readonly Delivered<LimitedOpening>[];
  readonly notes?: readonly string[];
  readonly topology?: TopologyReport;
}
type Way = (seats: readonly PlanSeat[], request: OpenRequest, context: DebateContext) => Promise<Opened>;

/** Every seat plans: alone, one after the other, or on the tasks of a lead. */
export async function openPlans(
  seats: readonly PlanSeat[],
  request: OpenRequest,
  topology: TopologyName,
  context: DebateContext,
): Promise<OpenedPlans> {
  const { delivered, notes = [], ...opened } = await ways[topology](seatsLeft(seats, context), request, context);
  for (const { seat, value } of delivered)
    context.emit({ type: "seat-end", seat, stage: "plan-open", raised: value.opening.steps.length });
  const list = delivered.reduce((steps, { seat, value }) => addSteps(steps, seat, value.opening.steps), noSteps);
  const isSequence = topology === "sequential" && delivered.length > 0;
  const checked = isSequence ? checkedIn(delivered, list) : { said: new Map<string, string[]>(), notes, ...opened };
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
}

const alone: Way = async (seats, request, context) => ({
  delivered: await askStage(
    seats,
    "plan-open",
    async ({ agent }, signal) => withinLimits(await agent.open(request, signal), request.maxWords),
    context,
    "each on its own",
  ),
});

const inSequence: Way = async (seats, request, context) => {
  const openAfter = (
    { agent }: PlanSeat,
    before: readonly Delivered<LimitedOpening>[],
    signal: AbortSignal,
  ): Promise<Opening> => {
    const earlier = stepsBefore(before).map(({ id, draft }) => ({ id, draft }));
    return earlier.length === 0 || agent.openAfter === undefined
      ? agent.open(request, signal)
      : agent.openAfter({ ...request, earlier }, signal);
  };
  return {
    delivered: await askInSequence<LimitedOpening, PlanSeat>(
      seats,
      "plan-open",
      async (seat, before, signal) => withinLimits(await openAfter(seat, before, signal), request.maxWords),
      context,
    ),
  };
};

const byLead: Way = (seats, request, context) =>
  openByLead<LimitedOpening, PlanSeat>(
    seats,
    {
      stages: { lead: "plan-lead", open: "plan-open" },
      lead: ({ agent }, order, signal) => agent.lead?.({ context: request.context, ...order }, signal),
      open: async ({ agent }, task, signal) =>
        withinLimits(
          await agent.open(task === undefined ? request : { ...request, agent: task }, signal),
          request.maxWords,
        ),
      shown: ({ opening: { summary, steps } }) => ({
        summary: cutCharacters(summary, longestShown),
        steps: steps.map(({ phase, title }) => ({ phase, title })),
      }),
      raised: ({ opening }) => opening.steps.length,
      merged: (values) => mergedOpening(values, request.maxWords),
    },
    context,
  );

const longestShown = 600;

const ways: Readonly<Record<TopologyName, Way>> = {
  parallel: alone,
  consensus: alone,
  sequential: inSequence,
  hierarchical: byLead,
};

/** The plans of a seat for several tasks, as one opening within the limits of one. */
function mergedOpening(values: readonly LimitedOpening[], maxWords: number): LimitedOpening {
  const openings = values.map(({ opening }) => opening);
  const steps = openings.flatMap((one) => one.steps);
  const unique = openings.map((one, at) => {
    const before = openings.slice(0, at).flatMap((other) => other.steps);
    return one.steps.filter((step) => !before.some((other) => sameStep(other, step)));
  });
  const repeated = steps.length - unique.flat().length;
  const kept = inTurn(unique, mostSteps);
  const all = (field: "risks" | "openQuestions" | "assumptions" | "dropped"): string[] =>
    openings.flatMap((one) => one[field]);
  const summaries = openings.map(({ summary }) => cutWords(summary, Math.floor(maxWords / 3 / openings.length)));
  const isCut = openings.some(({ summary }, at) => summary !== summaries[at]);
  const { opening, cuts } = withinLimits(
    {
      summary: summaries.join("\n\n"),
      steps: kept,
      ...{ risks: all("risks"), openQuestions: all("openQuestions") },
      ...{ assumptions: all("assumptions"), dropped: all("dropped") },
    },
    maxWords,
  );
  const left = steps.length - repeated - kept.length;
  return {
    opening,
    cuts: [
      ...new Set([...values.flatMap((one) => one.cuts), ...cuts, ...(isCut ? [`was cut to ${maxWords} words`] : [])]),
      ...(repeated === 0 ? [] : [`repeated ${plural(repeated, "step")} of its earlier tasks, kept once`]),
      ...(left === 0 ? [] : [`had ${steps.length} steps, of which ${mostSteps} are kept`]),
    ],
  };
}
