import type { Emit } from "../domain/events.ts";
import type { Step, StepDraft } from "../domain/plan.ts";
import type { Opening, PlanContext } from "../domain/plan-answers.ts";
import type { PlanSeat } from "../stages/index.ts";
import { cutWords } from "../text/text.ts";
import type { Delivered, Session } from "./session.ts";
import { addSteps, mostMissing, noSteps, type StepList, sameStep, withinLimits, withinWords } from "./steps.ts";
import type { SeatConcession, StepBallot, StepStatements } from "./tally.ts";

const wordsOfClosing = 200;
const wordsOfRemark = 80;
const mostPremises = 10;

/** What the four rounds left: openings within their limits, the steps under their ids, and what was said on them. */
export interface PlanDebate extends StepStatements {
  readonly openings: readonly Delivered<Opening>[];
  readonly steps: readonly Step[];
  readonly premises: readonly { readonly seat: string; readonly text: string }[];
  readonly positions: readonly { readonly seat: string; readonly position: string }[];
  readonly notes: readonly string[];
}

/** Opening (blind), rebuttal, assumptions, closing. Every round asks all seats at once. */
export async function planRounds(
  session: Session,
  context: PlanContext,
  maxWords: number,
  emit: Emit,
): Promise<PlanDebate> {
  const opened = await open(session, context, maxWords, emit);
  const rebutted = await rebut(session, context, opened.table);
  const { steps, ballots } = rebutted;
  const said = saidOn(ballots);
  const shown = (seat: PlanSeat) => ({ context, items: steps, own: ownOf(steps, seat.name), said });

  const debaters = present(session, opened.openings, steps);
  const assumed = await session.askAll("plan-assume", debaters, (seat, signal) =>
    seat.agent.assume(shown(seat), signal),
  );
  const premises = [
    ...opened.openings.map(({ seat, value }) => ({ seat, texts: value.assumptions })),
    ...assumed.map(({ seat, value }) => ({ seat, texts: value.premises })),
  ].flatMap(({ seat, texts }) =>
    texts.slice(0, mostPremises).map((text) => ({ seat, text: cutWords(text, wordsOfRemark) })),
  );

  const asked = [...new Set(premises.map(({ text }) => text))];
  const closed = await session.askAll("plan-close", present(session, opened.openings, steps), (seat, signal) =>
    seat.agent.close({ ...shown(seat), premises: asked, maxWords: wordsOfClosing }, signal),
  );
  const positions = closed.map(({ seat, value }) => ({ seat, position: cutWords(value.position, wordsOfClosing) }));
  const concessions = [...assumed, ...closed].flatMap(({ seat, value }) =>
    value.concessions.map(
      ({ step, reason }): SeatConcession => ({ seat, step, reason: cutWords(reason, wordsOfRemark) }),
    ),
  );
  const cut = closed.filter(({ value }) => cutWords(value.position, wordsOfClosing) !== value.position);
  return {
    openings: opened.openings,
    ...{ steps, ballots, concessions, premises, positions },
    notes: [
      ...opened.notes,
      ...rebutted.notes,
      ...cut.map(({ seat }) => `The closing of ${seat} was cut to ${wordsOfClosing} words.`),
    ],
  };
}

async function open(session: Session, context: PlanContext, maxWords: number, emit: Emit) {
  const delivered = await session.askAll("plan-open", session.present(), (seat, signal) =>
    seat.agent.open({ context, maxWords }, signal),
  );
  const limited = delivered.map(({ seat, value }) => ({
    seat,
    dropped: value.dropped,
    ...withinLimits(value, maxWords),
  }));
  for (const { seat, opening } of limited)
    emit({ type: "seat-end", seat, stage: "plan-open", raised: opening.steps.length });
  return {
    openings: limited.map(({ seat, opening }) => ({ seat, value: opening })),
    table: limited.reduce((table, { seat, opening }) => addSteps(table, seat, opening.steps), noSteps),
    notes: limited.flatMap(({ seat, cuts, dropped }) => [
      ...cuts.map((what) => `The opening of ${seat} ${what}.`),
      ...droppedNote(seat, "opening", dropped),
    ]),
  };
}

/** A ballot on the steps of others; steps that it says are missing come on the table and get one ballot of their own. */
async function rebut(session: Session, context: PlanContext, opened: StepList) {
  const first = await ballotOn(session, context, opened.steps, 1);
  const missing = first.map(({ seat, value }) => ({ seat, drafts: newFrom(seat, value.missing, opened.steps) }));
  const table = missing.reduce((laid, { seat, drafts }) => addSteps(laid, seat, drafts), opened);
  const second = await ballotOn(session, context, table.steps.slice(opened.steps.length), 2);
  const ballots = [...first, ...second].map(
    ({ seat, value }): StepBallot => ({
      seat,
      votes: value.votes.map((vote) => ({
        ...vote,
        reason: cutWords(vote.reason, wordsOfRemark),
        ...(vote.change === undefined ? {} : { change: cutWords(vote.change, wordsOfRemark) }),
      })),
    }),
  );
  const notes = [...first, ...second].flatMap(({ seat, value }) => droppedNote(seat, "ballot", value.dropped));
  return { steps: table.steps, ballots, notes };
}

function ballotOn(session: Session, context: PlanContext, steps: readonly Step[], round: number) {
  const asked = session.present().filter(({ name }) => steps.some(({ raisedBy }) => !raisedBy.includes(name)));
  return session.askAll("plan-rebut", asked, (seat, signal) => {
    const items = steps.filter(({ raisedBy }) => !raisedBy.includes(seat.name));
    return seat.agent.rebut({ context, items, round }, signal);
  });
}

/** Without what the seat has proposed already. */
function newFrom(seat: string, drafts: readonly StepDraft[], steps: readonly Step[]): StepDraft[] {
  const own = steps.filter(({ raisedBy }) => raisedBy.includes(seat));
  const fresh = drafts.filter((draft) => !own.some((step) => sameStep(step, draft))).slice(0, mostMissing);
  return withinWords(fresh, 600);
}

/** Reasons and wanted changes on each step, without names and without verdicts: arguments count, majorities do not. */
function saidOn(ballots: readonly StepBallot[]): Map<string, string[]> {
  const said = new Map<string, string[]>();
  for (const { step, reason, change } of ballots.flatMap(({ votes }) => votes)) {
    const text = [reason, change].filter((part) => part !== undefined && part !== "").join(" Change: ");
    if (text !== "") said.set(step, [...(said.get(step) ?? []), text]);
  }
  return said;
}

/** Seats that opened and did not fail since; none where there is nothing to talk about. */
function present(session: Session, openings: readonly Delivered<Opening>[], steps: readonly Step[]): PlanSeat[] {
  if (steps.length === 0) return [];
  return session.present().filter(({ name }) => openings.some(({ seat }) => seat === name));
}

function ownOf(steps: readonly Step[], seat: string): string[] {
  return steps.filter(({ raisedBy }) => raisedBy.includes(seat)).map(({ id }) => id);
}

function droppedNote(seat: string, what: string, dropped: readonly string[]): string[] {
  if (dropped.length === 0) return [];
  const more = dropped.length > 1 ? ` and ${dropped.length - 1} more` : "";
  return [`Parts of the ${what} of ${seat} could not be used: ${cutWords(dropped[0] ?? "", 40)}${more}.`];
}
