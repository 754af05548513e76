import { askStage, type DebateContext, type Delivered, seatsLeft } from "../debate/context.ts";
import { argumentsIn, enterVotes } from "../debate/votes.ts";
import type { Opening, PlanContext } from "../domain/answers.ts";
import type { Step, StepDraft, StepVote } from "../domain/plan.ts";
import type { PlanSeat } from "../stages/index.ts";
import { cutWords } from "../text/text.ts";
import type { PlannerPart } from "./parts.ts";
import { addSteps, mostMissing, noSteps, type StepList, sameStep, withinLimits, withinWords } from "./steps.ts";
import type { SeatConcession, StepStatements } from "./tally.ts";

const wordsOfClosing = 200;
const wordsOfRemark = 80;
const wordsOfMissing = 600;
const mostPremises = 10;

/** The result of the four rounds: openings within their limits, the steps under their ids, and all statements on them. */
export interface PlanDebate extends StepStatements {
  readonly openings: readonly Delivered<Opening>[];
  readonly steps: readonly Step[];
  readonly premises: readonly { readonly seat: string; readonly text: string }[];
  readonly positions: readonly { readonly seat: string; readonly position: string }[];
  readonly notes: readonly string[];
}

/** Who debates which question. */
interface Panel {
  readonly seats: readonly PlanSeat[];
  readonly planContext: PlanContext;
  readonly context: DebateContext;
  readonly parts: ReadonlyMap<string, PlannerPart>;
}

interface PlanRules {
  readonly maxWords: number;
  readonly parts: ReadonlyMap<string, PlannerPart>;
}

/** Opening (blind), rebuttal, assumptions, closing. Every round asks all seats at once. */
export async function planRounds(
  seats: readonly PlanSeat[],
  planContext: PlanContext,
  { maxWords, parts }: PlanRules,
  context: DebateContext,
): Promise<PlanDebate> {
  const panel: Panel = { seats, planContext, context, parts };
  const { openings, list, notes } = await open(panel, maxWords);
  const rebutted = await rebut(panel, list);
  const { steps, book } = rebutted;
  const said = argumentsIn(book, remarkOf);
  const shown = ({ name }: PlanSeat) => ({
    context: planContext,
    items: steps,
    own: steps.filter(({ raisedBy }) => raisedBy.includes(name)).map(({ id }) => id),
    said,
    ...parts.get(name),
  });
  /** Seats that opened and did not fail since; none where no step was proposed. */
  const debaters = (): PlanSeat[] =>
    seatsLeft(seats, context).filter(({ name }) => steps.length > 0 && openings.some(({ seat }) => seat === name));

  const assumed = await askStage(
    debaters(),
    "plan-assume",
    (seat, signal) => seat.agent.assume(shown(seat), signal),
    context,
  );
  const premises = [
    ...openings.map(({ seat, value }) => ({ seat, texts: value.assumptions })),
    ...assumed.map(({ seat, value }) => ({ seat, texts: value.premises })),
  ].flatMap(({ seat, texts }) =>
    texts.slice(0, mostPremises).map((text) => ({ seat, text: cutWords(text, wordsOfRemark) })),
  );

  const asked = [...new Set(premises.map(({ text }) => text))];
  const closed = await askStage(
    debaters(),
    "plan-close",
    (seat, signal) => seat.agent.close({ ...shown(seat), premises: asked, maxWords: wordsOfClosing }, signal),
    context,
  );
  const concessions = [...assumed, ...closed].flatMap(({ seat, value }) =>
    value.concessions.map(
      ({ step, reason }): SeatConcession => ({ seat, step, reason: cutWords(reason, wordsOfRemark) }),
    ),
  );
  const cut = closed.filter(({ value }) => cutWords(value.position, wordsOfClosing) !== value.position);
  return {
    openings,
    steps,
    book,
    concessions,
    premises,
    positions: closed.map(({ seat, value }) => ({ seat, position: cutWords(value.position, wordsOfClosing) })),
    notes: [
      ...notes,
      ...rebutted.notes,
      ...cut.map(({ seat }) => `The closing of ${seat} was cut to ${wordsOfClosing} words.`),
    ],
  };
}

async function open({ seats, planContext, context }: Panel, maxWords: number) {
  const delivered = await askStage(
    seatsLeft(seats, context),
    "plan-open",
    (seat, signal) => seat.agent.open({ context: planContext, maxWords }, signal),
    context,
  );
  const limited = delivered.map(({ seat, value }) => ({
    seat,
    dropped: value.dropped,
    ...withinLimits(value, maxWords),
  }));
  for (const { seat, opening } of limited)
    context.emit({ type: "seat-end", seat, stage: "plan-open", raised: opening.steps.length });
  return {
    openings: limited.map(({ seat, opening }) => ({ seat, value: opening })),
    list: limited.reduce((list, { seat, opening }) => addSteps(list, seat, opening.steps), noSteps),
    notes: limited.flatMap(({ seat, cuts, dropped }) => [
      ...cuts.map((cut) => `The opening of ${seat} ${cut}.`),
      ...droppedNote(seat, "opening", dropped),
    ]),
  };
}

/** A ballot on the steps of others; steps that seats find missing are added and get one ballot of their own. */
async function rebut(panel: Panel, opened: StepList) {
  const first = await ballotOn(panel, opened.steps, 1);
  const missing = first.map(({ seat, value }) => ({ seat, drafts: newFrom(seat, value.missing, opened.steps) }));
  const { steps } = missing.reduce((list, { seat, drafts }) => addSteps(list, seat, drafts), opened);
  const second = await ballotOn(panel, steps.slice(opened.steps.length), 2);
  const ballots = [...first, ...second];
  const votes = ballots.flatMap(({ seat, value }) =>
    value.votes.map((vote) => ({ seat, item: vote.step, vote: withinRemark(vote) })),
  );
  const notes = ballots.flatMap(({ seat, value }) => droppedNote(seat, "ballot", value.dropped));
  return { steps, book: enterVotes(new Map(), votes), notes };
}

function ballotOn(panel: Panel, steps: readonly Step[], round: number) {
  const { seats, planContext, context } = panel;
  const ofOthers = ({ name }: PlanSeat): Step[] => steps.filter(({ raisedBy }) => !raisedBy.includes(name));
  return askStage(
    seatsLeft(seats, context).filter((seat) => ofOthers(seat).length > 0),
    "plan-rebut",
    (seat, signal) =>
      seat.agent.rebut({ context: planContext, items: ofOthers(seat), round, ...panel.parts.get(seat.name) }, signal),
    context,
  );
}

function withinRemark(vote: StepVote): StepVote {
  const { reason, change } = vote;
  return {
    ...vote,
    reason: cutWords(reason, wordsOfRemark),
    ...(change === undefined ? {} : { change: cutWords(change, wordsOfRemark) }),
  };
}

/** Without steps that the seat has proposed already. */
function newFrom(seat: string, drafts: readonly StepDraft[], steps: readonly Step[]): StepDraft[] {
  const own = steps.filter(({ raisedBy }) => raisedBy.includes(seat));
  const fresh = drafts.filter((draft) => !own.some((step) => sameStep(step, draft))).slice(0, mostMissing);
  return withinWords(fresh, wordsOfMissing);
}

/** The reason and the wanted change of a vote, without its verdict: arguments count, majorities do not. */
function remarkOf({ reason, change = "" }: StepVote): string {
  return [reason, change].filter((part) => part !== "").join(" Change: ");
}

function droppedNote(seat: string, part: string, dropped: readonly string[]): string[] {
  if (dropped.length === 0) return [];
  const more = dropped.length > 1 ? ` and ${dropped.length - 1} more` : "";
  return [`Parts of the ${part} of ${seat} could not be used: ${cutWords(dropped[0] ?? "", 40)}${more}.`];
}
