import { askSeat, type DebateContext, type SeatAnswer } from "../../debate/ask.ts";
import type { BatchView } from "../../domain/answers.ts";
import type { Ballot, Failure, Vote } from "../../domain/debate.ts";
import type { Draft, Finding } from "../../domain/finding.ts";
import type { BallotRequest } from "../../stages/ballot.ts";
import type { Seat } from "../../stages/index.ts";
import type { Anchor } from "../debate-state.ts";
import { groundedVote } from "../hearing/removal.ts";

/** What one ballot brought: the votes by seat as a reader sees them, and what seats say that others missed. */
export interface BallotResult {
  readonly ballots: Ballot[];
  readonly missed: { seat: string; draft: Draft }[];
  readonly failures: Failure[];
  /** Seats whose ballot was sent and did not come back valid. One that our own budget kept back says nothing about the seat. */
  readonly broken: string[];
  readonly budgetSpent: boolean;
  readonly notes: string[];
}

/**
 * One request per seat and batch, in parallel: the batch's findings without the seat's own. A seat with nothing to judge is not asked, unless
 * `asksForMissed` and all seats raised the same findings of a batch: then all are asked what they missed, for agreement alone proves nothing.
 * A ballot that is missing or broken is an abstention on all of it; a dispute needs evidence that stands in the code.
 */
export async function holdBallot(
  voters: readonly Seat[],
  views: readonly BatchView[],
  items: readonly Finding[],
  { said, asksForMissed }: { readonly said: BallotRequest["said"]; readonly asksForMissed: boolean },
  anchor: Anchor,
  floor: DebateContext,
): Promise<BallotResult> {
  const able = voters.filter(({ agent }) => agent.ballot !== undefined);
  const shown = views.map((view) => ({ view, findings: items.filter((finding) => viewOf(views, finding) === view) }));
  const requests = shown.flatMap(({ view, findings }) => {
    const all = able.map((seat) => {
      const [own, others] = [true, false].map((isOwn) =>
        findings.filter(({ raisedBy }) => raisedBy.includes(seat.name) === isOwn),
      );
      return { seat, request: { ...view, items: others ?? [], own: own ?? [], said } };
    });
    const asked = all.filter(({ request }) => request.items.length > 0);
    const isUnanimous = asked.length === 0 && findings.length > 0 && able.length > 1;
    return isUnanimous && asksForMissed ? all : asked;
  });
  const answers = await Promise.all(
    requests.map(async ({ seat, request }) => ({
      request,
      answer: await askSeat(seat, "ballot", (signal) => seat.agent.ballot?.(request, signal), floor),
    })),
  );
  return {
    ballots: voters.flatMap((seat) => {
      const own = answers.filter(({ answer }) => answer.seat === seat);
      return own.length === 0 ? [] : [ballotOf(seat.name, own, anchor)];
    }),
    missed: answers.flatMap(({ answer }) =>
      answer.status === "answered" ? answer.value.missed.map((draft) => ({ seat: answer.seat.name, draft })) : [],
    ),
    failures: answers.flatMap(({ answer }) => (answer.status === "failed" ? [answer.failure] : [])),
    broken: answers.flatMap(({ answer }) => (answer.status === "failed" && !answer.budget ? [answer.seat.name] : [])),
    budgetSpent: answers.some(({ answer }) => answer.status === "failed" && answer.budget),
    notes: answers.flatMap(({ answer }) =>
      answer.status === "answered" && answer.value.dropped.length > 0
        ? [`Not all of the ballot of ${answer.seat.name} could be used: ${answer.value.dropped.join("; ")}.`]
        : [],
    ),
  };
}

/** The batch that shows a finding's line; for a place outside all hunks the first batch that has its file. */
function viewOf(views: readonly BatchView[], { path, side, line }: Finding): BatchView | undefined {
  const having = views.filter(({ batch }) => batch.parts.some(({ file }) => file.path === path));
  const showing = having.find(({ batch }) =>
    batch.parts.some(({ file, hunks }) => {
      const lines = hunks.flatMap(({ hunk }) => hunk.lines);
      return file.path === path && lines.some((one) => (side === "LEFT" ? one.base : one.head) === line);
    }),
  );
  return showing ?? having[0];
}

function ballotOf(
  seat: string,
  own: readonly { request: BallotRequest; answer: SeatAnswer<{ readonly votes: readonly Vote[] }> }[],
  anchor: Anchor,
): Ballot {
  const votes = own.flatMap(({ request, answer }) => {
    const asked = new Set(request.items.map(({ id }) => id));
    return answer.status === "answered" ? answer.value.votes.filter(({ finding }) => asked.has(finding)) : [];
  });
  const failed = own.flatMap(({ answer }) => (answer.status === "failed" ? [answer.failure.reason] : []));
  const ballot = { seat, votes: votes.map((vote) => groundedVote(vote, anchor)) };
  return failed.length === 0 ? ballot : { ...ballot, failure: failed.join("; ") };
}
