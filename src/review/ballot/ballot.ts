import { askSeat, type DebateContext, type SeatAnswer } from "../../debate/context.ts";
import { argumentsIn, enterVotes, type VoteBook } from "../../debate/votes.ts";
import type { BallotReply, BatchView } from "../../domain/answers.ts";
import type { Ballot, Vote } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import { isProtected } from "../../domain/severity.ts";
import type { BallotRequest } from "../../stages/ballot.ts";
import type { Seat } from "../../stages/index.ts";
import type { AdmittedFindings, CodeObjection, DebateState, MissedDraft, RoundsInput } from "../debate-state.ts";
import { checksOn } from "../gate/code-checks.ts";
import { groundedVote } from "../hearing/removal.ts";

/** One round's ballot, with the extra one on the findings that seats missed. `open` are the findings to settle now. */
export interface RoundBallot {
  readonly open: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly book: VoteBook<Vote>;
  readonly ballots: Ballot[];
  readonly objections: readonly CodeObjection[];
  readonly notes: readonly string[];
  /** Seats that are still healthy. */
  readonly healthy: readonly string[];
  readonly budgetStop: string | null;
}

interface Asked {
  readonly request: BallotRequest;
  readonly answer: SeatAnswer<BallotReply>;
}

interface Asking {
  readonly said: BallotRequest["said"];
  readonly asksForMissed: boolean;
  readonly excerptOf: RoundsInput["excerptOf"];
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
  const { excerptOf } = input;
  const now = { said: saidOn(before), asksForMissed: round === 1, excerptOf };
  const first = await askBallot(voters, views, open, now, context);
  const admitted = await input.admit(takenUp(missedIn(first), round), before.findings);
  const added = admitted.findings;
  const said = saidOn({ ...before, findings: added, objections: admitted.objections });
  const extra =
    added.length === 0 ? [] : await askBallot(voters, views, added, { said, asksForMissed: false, excerptOf }, context);
  const late = await input.admit(takenUp(missedIn(extra), round + 1), [...before.findings, ...added]);
  const taken = [admitted, late];
  const asked = [...first, ...extra];
  const failed = asked.flatMap(({ answer }) => (answer.status === "failed" ? [answer] : []));
  const valid = voters.filter(({ name }) => !failed.some(({ seat }) => seat === name)).length;
  const seats = [first, extra].flatMap((some) => voters.filter((voter) => isAsked(voter, some)));
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
    ballots,
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

/**
 * One request per seat and batch, in parallel: the batch's findings without the seat's own. A seat with nothing to judge is not asked, unless
 * `asksForMissed` and all seats raised the same findings of a batch: then all are asked for missed ones, because agreement alone proves nothing.
 */
function askBallot(
  voters: readonly Seat[],
  views: readonly BatchView[],
  items: readonly Finding[],
  { said, asksForMissed, excerptOf }: Asking,
  context: DebateContext,
): Promise<Asked[]> {
  const able = voters.filter(({ agent }) => agent.ballot !== undefined);
  const requests = views.flatMap((view) => {
    const findings = items.filter((finding) => viewOf(views, finding) === view);
    const all = able.map((seat) => {
      const isOwn = ({ raisedBy }: Finding): boolean => raisedBy.includes(seat.name);
      const own = findings.filter(isOwn);
      const others = findings.filter((one) => !isOwn(one));
      const around = new Map(others.filter(isOutside).map((one) => [one.id, excerptOf(one)]));
      return { seat, request: { ...view, items: others, own, said, around } };
    });
    const asked = all.filter(({ request }) => request.items.length > 0);
    const isUnanimous = asked.length === 0 && findings.length > 0 && able.length > 1;
    return isUnanimous && asksForMissed ? all : asked;
  });
  return Promise.all(
    requests.map(async ({ seat, request }) => {
      const ask = ({ agent }: Seat, signal: AbortSignal) => agent.ballot?.(request, signal);
      return { request, answer: await askSeat(seat, "ballot", ask, context) };
    }),
  );
}

function isOutside({ inChange }: Finding): boolean {
  return inChange === false;
}

/** The batch that shows a finding's line; for a place outside all hunks the first batch that has its file, and for one outside the change the first. */
function viewOf(views: readonly BatchView[], finding: Finding): BatchView | undefined {
  const { path, side, line } = finding;
  const having = views.filter(({ batch }) => batch.parts.some(({ file }) => file.path === path));
  const showing = having.find(({ batch }) =>
    batch.parts.some(({ file, hunks }) => {
      const lines = hunks.flatMap(({ hunk }) => hunk.lines);
      return file.path === path && lines.some((one) => (side === "LEFT" ? one.base : one.head) === line);
    }),
  );
  return showing ?? having[0] ?? (isOutside(finding) ? views[0] : undefined);
}

function isAsked({ name }: Seat, asked: readonly Asked[]): boolean {
  return asked.some(({ answer }) => answer.seat === name);
}

/** A seat's ballot, also where it was asked several times. A missing or broken answer is an abstention on all of its items. */
function ballotOf(seat: string, asked: readonly Asked[], { anchor }: RoundsInput): Ballot {
  const own = asked.filter(({ answer }) => answer.seat === seat);
  const votes = own.flatMap(({ request, answer }) => {
    const ids = new Set(request.items.map(({ id }) => id));
    return answer.status === "answered" ? answer.value.votes.filter(({ finding }) => ids.has(finding)) : [];
  });
  const reasons = own.flatMap(({ answer }) => (answer.status === "failed" ? [answer.reason] : []));
  const ballot = { seat, votes: votes.map((vote) => groundedVote(vote, anchor)) };
  return reasons.length === 0 ? ballot : { ...ballot, failure: reasons.join("; ") };
}

function missedIn(asked: readonly Asked[]): MissedDraft[] {
  return asked.flatMap(({ answer }) =>
    answer.status === "answered" ? answer.value.missed.map((draft) => ({ seat: answer.seat, draft })) : [],
  );
}

function droppedNote({ answer }: Asked): string[] {
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
function saidOn({ book, hearings, findings, objections }: DebateState): ReadonlyMap<string, readonly string[]> {
  const said = argumentsIn(book, ({ reason }) => reason);
  for (const { finding, exchanges } of hearings) {
    said.set(finding, [...(said.get(finding) ?? []), ...exchanges.map(({ argument }) => argument)]);
  }
  for (const finding of findings) {
    const checks = checksOn(finding, objections);
    if (checks.length > 0) said.set(finding.id, [...checks, ...(said.get(finding.id) ?? [])]);
  }
  return said;
}
