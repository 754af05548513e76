import type { DebateContext } from "../../debate/ask.ts";
import type { Ballot, Failure, Round, Vote } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import { isProtected } from "../../domain/severity.ts";
import type { Admitted, DebateState, RoundsInput } from "../debate-state.ts";
import { checksOn } from "../gate/code-checks.ts";
import { type BallotResult, holdBallot } from "./ballot.ts";
import type { VoteBook } from "./settle-votes.ts";

/** One round's ballot, with the extra one on what seats found missing. `open` are the findings to settle now. */
export interface Voted {
  readonly open: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly book: VoteBook;
  readonly ballots: Ballot[];
  readonly failures: readonly Failure[];
  readonly objections: Round["objections"];
  readonly notes: readonly string[];
  /** Seats that are still healthy. */
  readonly healthy: readonly string[];
  readonly budgetSpent: boolean;
  readonly budgetStop: string | null;
}

export async function vote(
  before: DebateState,
  open: readonly Finding[],
  round: number,
  input: RoundsInput,
  floor: DebateContext,
): Promise<Voted> {
  const voters = input.seats.filter(({ name }) => before.healthy.includes(name));
  const views = input.views.map((view) => ({ ...view, round }));
  const said = saidOn(before);
  const first = await holdBallot(voters, views, open, { said, asksForMissed: round === 1 }, input.anchor, floor);
  const admitted = await input.admit(takenUp(first.missed, round), before.findings);
  const { added } = admitted;
  const extra =
    added.length === 0
      ? null
      : await holdBallot(
          voters,
          views,
          added,
          { said: saidOn({ ...before, findings: added, objections: admitted.objections }), asksForMissed: false },
          input.anchor,
          floor,
        );
  const late = await input.admit(takenUp(extra?.missed ?? [], round + 1), [...before.findings, ...added]);
  const taken = [admitted, late];
  const results: BallotResult[] = extra === null ? [first] : [first, extra];
  const ballots = joined(results.flatMap((result) => result.ballots));
  const budgetSpent = results.some((result) => result.budgetSpent);
  const valid = voters.filter(
    ({ name }) => !results.some(({ failures }) => failures.some(({ seat }) => seat === name)),
  ).length;
  const broken = results.flatMap((result) => result.broken);
  return {
    open: [...open, ...added, ...late.added].map((finding) =>
      raisedToo(
        finding,
        taken.flatMap((one) => one.joined),
      ),
    ),
    eliminated: taken.flatMap(({ eliminated }) => eliminated),
    book: entered(before.book, [
      ...ballots.flatMap(({ seat, votes }) => votes.map((one) => ({ seat, vote: one }))),
      ...taken.flatMap(({ agreed }) => agreed),
    ]),
    ballots,
    failures: [...results.flatMap(({ failures }) => failures), ...taken.flatMap(({ failures }) => failures)],
    objections: taken.flatMap(({ objections }) => objections),
    notes: [...taken.flatMap(({ notes }) => notes), ...results.flatMap(({ notes }) => notes)],
    healthy: before.healthy.filter((seat) => !broken.includes(seat)),
    budgetSpent,
    // Later ballots are a second look: without them the first one stands.
    budgetStop:
      round === 1 && budgetSpent && valid < input.rules.quorum
        ? "the budget ended before a quorum of seats had voted"
        : null,
  };
}

/** All that was missed on the first ballot; later only what is protected, for then a finding has no ballot of its own any more. */
function takenUp(missed: BallotResult["missed"], round: number): BallotResult["missed"] {
  return round === 1 ? missed : missed.filter(({ draft }) => isProtected(draft));
}

/** With the seats that call it missed among its raisers: an open finding is settled with them. */
function raisedToo(finding: Finding, claims: Admitted["joined"]): Finding {
  const own = claims.filter((one) => one.finding === finding.id).map(({ claim }) => claim);
  if (own.length === 0) return finding;
  const raisedBy = [...new Set([...finding.raisedBy, ...own.map(({ seat }) => seat)])];
  return { ...finding, raisedBy, alsoReported: [...finding.alsoReported, ...own] };
}

/** Later votes of a seat replace its earlier ones; an abstention replaces nothing. */
function entered(book: VoteBook, votes: readonly { seat: string; vote: Vote }[]): VoteBook {
  const next = new Map([...book].map(([id, cast]) => [id, new Map(cast)]));
  for (const { seat, vote: one } of votes) {
    const cast = next.get(one.finding) ?? new Map<string, Vote>();
    if (one.verdict !== "abstain" || !cast.has(seat)) cast.set(seat, one);
    next.set(one.finding, cast);
  }
  return next;
}

/** Arguments so far, by finding: without names and without counts, which would only teach conformity (evidence rule 9). */
function saidOn({ book, hearings, findings, objections }: DebateState): ReadonlyMap<string, readonly string[]> {
  const said = new Map<string, string[]>();
  for (const [id, cast] of book)
    said.set(
      id,
      [...cast.values()].map(({ reason }) => reason).filter((reason) => reason.trim() !== ""),
    );
  for (const { finding, exchanges } of hearings) {
    said.set(finding, [...(said.get(finding) ?? []), ...exchanges.map(({ argument }) => argument)]);
  }
  for (const finding of findings) {
    const checks = checksOn(finding, objections);
    if (checks.length > 0) said.set(finding.id, [...checks, ...(said.get(finding.id) ?? [])]);
  }
  return said;
}

/** One ballot a seat, also when it voted twice in a round. */
function joined(ballots: readonly Ballot[]): Ballot[] {
  const seats = [...new Set(ballots.map(({ seat }) => seat))];
  return seats.map((seat) => {
    const own = ballots.filter((ballot) => ballot.seat === seat);
    const failures = own.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
    const ballot = { seat, votes: own.flatMap(({ votes }) => votes) };
    return failures.length === 0 ? ballot : { ...ballot, failure: failures.join("; ") };
  });
}
