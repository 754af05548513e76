import type { Rebuttal } from "../../domain/answers.ts";
import type { Step, StepDraft, StepVote } from "../../domain/plan.ts";
import type { TopologyReport } from "../../domain/topology/topology-report.ts";
import type { PlanContext } from "../../domain/views.ts";
import { askStage, budgetFailure, type DebateContext, type Delivered, seatsLeft } from "../../panel/asking/context.ts";
import { droppedNote } from "../../panel/asking/notes.ts";
import { argumentsIn, enterVotes, type VoteBook, voteStop } from "../../panel/asking/votes.ts";
import type { PlanSeat } from "../../panel/stages/index.ts";
import { cutWords } from "../../text/text.ts";
import type { PlannerPart } from "./parts.ts";
import { addSteps, mostMissing, type StepList, sameStep, withinWords } from "./steps.ts";

const wordsOfRemark = 80;
const wordsOfMissing = 600;

/** Who votes on the steps of which question. */
export interface Voting {
  readonly seats: readonly PlanSeat[];
  readonly planContext: PlanContext;
  readonly context: DebateContext;
  readonly parts: ReadonlyMap<string, PlannerPart>;
}

export interface Balloted {
  readonly steps: readonly Step[];
  readonly book: VoteBook<StepVote>;
  readonly notes: readonly string[];
  readonly topology?: TopologyReport;
}

/** A ballot on the steps of others; steps that seats find missing are added and get one ballot of their own. */
export async function rebut(voting: Voting, opened: StepList): Promise<Balloted> {
  const first = await ballotOn(voting, opened.steps, { round: 1 });
  const missing = first.map(({ seat, value }) => ({ seat, drafts: newFrom(seat, value.missing, opened.steps) }));
  const { steps } = missing.reduce((list, { seat, drafts }) => addSteps(list, seat, drafts), opened);
  const second = await ballotOn(voting, steps.slice(opened.steps.length), { round: 2 });
  return entered({ steps, book: new Map(), notes: [] }, [...first, ...second]);
}

/** Seats vote again on the steps that somebody is against, with the arguments so far, until no vote moves. Nothing is decided meanwhile. */
export async function rebutUntilStill(voting: Voting, opened: StepList, maxRounds: number): Promise<Balloted> {
  const { seats, context } = voting;
  let held = await rebut(voting, opened);
  if (held.steps.length === 0) return held;
  let moved = true;
  for (let number = 1; ; number++) {
    const contested = held.steps.filter(({ id }) => isOpposed(id, held.book));
    const healthy = seatsLeft(seats, context).length;
    const budgetSpent = budgetFailure(context) !== null;
    const pass = { healthy, budgetSpent, contested: contested.length, moved, number };
    const stop = voteStop(pass, { quorum: 1, maxRounds });
    // A round without any vote does not count.
    const passes = held.book.size === 0 ? 0 : number;
    if (stop !== null) return { ...held, topology: { name: "consensus", passes, stop } };
    // The second ballot of the first round has the number 2.
    const asked = { round: number + 2, said: argumentsIn(held.book, remarkOf) };
    const next = entered(held, await ballotOn(voting, contested, asked));
    moved = positionsIn(next.book) !== positionsIn(held.book);
    held = next;
  }
}

function isOpposed(step: string, book: VoteBook<StepVote>): boolean {
  return [...(book.get(step)?.values() ?? [])].some(({ verdict }) => verdict === "disagree");
}

/** Every position on every step, as a text that is the same for the same positions. */
function positionsIn(book: VoteBook<StepVote>): string {
  const lines = [...book].flatMap(([id, cast]) => [...cast].map(([seat, { verdict }]) => `${id} ${seat} ${verdict}`));
  return lines.sort().join("\n");
}

interface Round {
  readonly round: number;
  readonly said?: ReadonlyMap<string, readonly string[]>;
}

function ballotOn(voting: Voting, steps: readonly Step[], asked: Round): Promise<Delivered<Rebuttal>[]> {
  const { seats, planContext, context } = voting;
  const ofOthers = ({ name }: PlanSeat): Step[] => steps.filter(({ raisedBy }) => !raisedBy.includes(name));
  return askStage(
    seatsLeft(seats, context).filter((seat) => ofOthers(seat).length > 0),
    "plan-rebut",
    (seat, signal) =>
      seat.agent.rebut(
        { context: planContext, items: ofOthers(seat), ...asked, ...voting.parts.get(seat.name) },
        signal,
      ),
    context,
    ["", "added steps"][asked.round - 1] ?? "again",
  );
}

function entered(before: Balloted, ballots: readonly Delivered<Rebuttal>[]): Balloted {
  const votes = ballots.flatMap(({ seat, value }) =>
    value.votes.map((vote) => ({ seat, item: vote.step, vote: withinRemark(vote) })),
  );
  const notes = ballots.flatMap(({ seat, value }) => droppedNote(seat, "ballot", value.dropped));
  return { ...before, book: enterVotes(before.book, votes), notes: [...before.notes, ...notes] };
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
export function remarkOf({ reason, change = "" }: StepVote): string {
  return [reason, change].filter((part) => part !== "").join(" Change: ");
}
