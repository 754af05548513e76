import type { DebateContext } from "../../debate/context.ts";
import { argumentsIn, enterVotes, type VoteBook } from "../../debate/votes.ts";
import type { Ballot, Vote } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import { isProtected } from "../../domain/severity.ts";
import type { Recalled } from "../../memory/recall.ts";
import type { Seat } from "../../stages/index.ts";
import type { DebateState, RoundsInput, SeatReading } from "../debate-state.ts";
import type { AdmittedFindings, CodeObjection, MissedDraft } from "../gate/admitted.ts";
import { checksOn } from "../gate/code-checks.ts";
import { groundedVote } from "../hearing/removal.ts";
import { type AskedBallot, askBallot, askOtherReaders } from "./ask-ballot.ts";

/** One round's ballot, with the extra one on the findings that seats missed. `open` are the findings to settle now. */
export interface RoundBallot {
  readonly open: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly book: VoteBook<Vote>;
  readonly recalled: Recalled;
  readonly ballots: Ballot[];
  /** The batches that seats read on this ballot for the first time. */
  readonly readings: readonly SeatReading[];
  readonly objections: readonly CodeObjection[];
  readonly notes: readonly string[];
  /** Seats that are still healthy. */
  readonly healthy: readonly string[];
  readonly budgetStop: string | null;
}

export async function voteOnce(
  before: DebateState,
  open: readonly Finding[],
  round: number,
  input: RoundsInput,
  context: DebateContext,
): Promise<RoundBallot> {
  const voters = input.panel.filter(({ name }) => before.healthy.includes(name));
  const views = input.views.map((view) => ({ ...view, round }));
  const { excerptOf, reading, memory } = input;
  const recalled = await input.memory.recall(open);
  const now = { said: saidOn(before, input), asksForMissed: round === 1, excerptOf, reading, memory, recalled };
  const readers = reading === undefined ? {} : { who: "readers" as const };
  const shown = await askBallot(voters, views, open, { ...now, ...readers }, context);
  const others = await askOtherReaders(shown, { voters, views, findings: open }, now, context);
  const first = [...shown, ...others];
  const admitted = await input.admit(takenUp(missedIn(first), round), before.findings);
  const added = admitted.findings;
  const said = saidOn({ ...before, findings: added, objections: admitted.objections }, input);
  const recalledThen = await input.memory.recall(added);
  const later = { said, asksForMissed: false, excerptOf, reading, memory, recalled: recalledThen, ...readers };
  const extra = added.length === 0 ? [] : await askBallot(voters, views, added, later, context);
  // Seats that do not read the batch are asked once, when all of its findings are known.
  const everything = { said: new Map([...now.said, ...said]), recalled: new Map([...recalled, ...recalledThen]) };
  const known = { ...later, ...everything, who: "others" as const };
  const rest = reading === undefined ? [] : await askBallot(voters, views, [...open, ...added], known, context);
  const late = await input.admit(takenUp(missedIn([...extra, ...rest]), round + 1), [...before.findings, ...added]);
  const taken = [admitted, late];
  const asked = [...first, ...extra, ...rest];
  const failed = asked.flatMap(({ answer }) => (answer.status === "failed" ? [answer] : []));
  const valid = voters.filter(({ name }) => !failed.some(({ seat }) => seat === name)).length;
  const seats = [first, extra, rest].flatMap((some) => voters.filter((voter) => isAsked(voter, some)));
  const ballots = [...new Set(seats)].map(({ name }) => ballotOf(name, asked, input));
  return {
    open: [...open, ...added, ...late.findings].map((finding) =>
      raisedToo(
        finding,
        taken.flatMap(({ joined }) => joined),
      ),
    ),
    eliminated: taken.flatMap(({ eliminated }) => eliminated),
    book: enterVotes(
      before.book,
      [
        ...ballots.flatMap(({ seat, votes }) => votes.map((vote) => ({ seat, vote }))),
        ...taken.flatMap(({ agreed }) => agreed),
      ].map(({ seat, vote }) => ({ seat, item: vote.finding, vote })),
    ),
    recalled: new Map([...before.recalled, ...recalled, ...recalledThen]),
    ballots,
    readings: first.flatMap(firstReadingOf),
    objections: taken.flatMap(({ objections }) => objections),
    notes: [...taken.flatMap(({ notes }) => notes), ...asked.flatMap(droppedNote)],
    healthy: before.healthy.filter((name) => !failed.some(({ seat, isBudget }) => seat === name && !isBudget)),
    // Later ballots are a second look: without them the first one counts.
    budgetStop:
      round === 1 && failed.some(({ isBudget }) => isBudget) && valid < input.rules.quorum
        ? "the budget ended before a quorum of seats had voted"
        : null,
  };
}

function firstReadingOf({ seat, request, answer }: AskedBallot): SeatReading[] {
  if (request.isFirstReading !== true) return [];
  return [{ seat, paths: request.batch.parts.map(({ file }) => file.path), delivered: answer.status === "answered" }];
}

function isAsked({ name }: Seat, asked: readonly AskedBallot[]): boolean {
  return asked.some(({ answer }) => answer.seat === name);
}

/** A seat's ballot, also where it was asked several times. A missing or broken answer is an abstention on all of its items. */
function ballotOf(seat: string, asked: readonly AskedBallot[], { anchor }: RoundsInput): Ballot {
  const own = asked.filter(({ answer }) => answer.seat === seat);
  const votes = own.flatMap(({ request, answer }) => {
    const ids = new Set(request.items.map(({ id }) => id));
    return answer.status === "answered" ? answer.value.votes.filter(({ finding }) => ids.has(finding)) : [];
  });
  const reasons = own.flatMap(({ answer }) => (answer.status === "failed" ? [answer.reason] : []));
  const ballot = { seat, votes: votes.map((vote) => groundedVote(vote, anchor)) };
  return reasons.length === 0 ? ballot : { ...ballot, failure: reasons.join("; ") };
}

function missedIn(asked: readonly AskedBallot[]): MissedDraft[] {
  return asked.flatMap(({ answer }) =>
    answer.status === "answered" ? answer.value.missed.map((draft) => ({ seat: answer.seat, draft })) : [],
  );
}

function droppedNote({ answer }: AskedBallot): string[] {
  if (answer.status === "failed" || answer.value.dropped.length === 0) return [];
  return [`Not all of the ballot of ${answer.seat} could be used: ${answer.value.dropped.join("; ")}.`];
}

/** All that was missed on the first ballot; later only protected findings, because a late finding gets no ballot of its own. */
function takenUp(missed: readonly MissedDraft[], round: number): readonly MissedDraft[] {
  return round === 1 ? missed : missed.filter(({ draft }) => isProtected(draft));
}

/** With the seats that call it missed among its raisers: an open finding is settled with them. */
function raisedToo(finding: Finding, claims: AdmittedFindings["joined"]): Finding {
  const own = claims.filter((one) => one.finding === finding.id).map(({ claim }) => claim);
  if (own.length === 0) return finding;
  const raisedBy = [...new Set([...finding.raisedBy, ...own.map(({ seat }) => seat)])];
  return { ...finding, raisedBy, alsoReported: [...finding.alsoReported, ...own] };
}

/** Arguments so far, by finding: code checks first, then the voters' reasons and the hearings. */
function saidOn(
  { book, hearings, findings, objections }: DebateState,
  { saidBefore = () => [] }: Pick<RoundsInput, "saidBefore">,
): ReadonlyMap<string, readonly string[]> {
  const said = argumentsIn(book, ({ reason }) => reason);
  for (const { finding, exchanges } of hearings) {
    said.set(finding, [...(said.get(finding) ?? []), ...exchanges.map(({ argument }) => argument)]);
  }
  for (const finding of findings) {
    const checks = [...checksOn(finding, objections), ...saidBefore(finding)];
    if (checks.length > 0) said.set(finding.id, [...checks, ...(said.get(finding.id) ?? [])]);
  }
  return said;
}
