import { budgetFailure, type DebateContext } from "../../debate/context.ts";
import type { StopReason } from "../../debate/rounds.ts";
import { type VotePass, voteStop } from "../../debate/vote-stops.ts";
import type { Finding } from "../../domain/finding.ts";
import { plural } from "../../text/text.ts";
import { type RoundBallot, voteOnce } from "../ballot/ballot.ts";
import { votesOn } from "../ballot/settle-votes.ts";
import type { DebateState, RoundsInput } from "../debate-state.ts";

/** The last ballot with every finding, and the state before it. */
interface StillBallot {
  readonly before: DebateState;
  readonly voted: RoundBallot;
  readonly stop: StopReason;
  readonly passes: number;
}

/** Every finding is voted on once; then the disputed ones again, with the arguments shown, until no position moves. */
export async function voteUntilStill(
  start: DebateState,
  input: RoundsInput,
  context: DebateContext,
): Promise<StillBallot> {
  const seats = input.panel.map(({ name }) => name);
  let before = start;
  for (let number = 1; ; number++) {
    const isDisputed = (finding: Finding): boolean => votesOn(finding, before.book, seats).dispute.length > 0;
    const open = before.findings.filter((finding) => number === 1 || isDisputed(finding));
    if (before.healthy.length > 0)
      context.emit({
        type: "stage-start",
        stage: "ballot",
        detail: `round ${number}, ${plural(open.length, "finding")}`,
      });
    const ballot = await voteOnce(before, open, number, input, context);
    const voted = { ...ballot, open: [...before.findings.filter((one) => !open.includes(one)), ...ballot.open] };
    const contested = voted.open.filter((one) => votesOn(one, voted.book, seats).dispute.length > 0).length;
    const pass: VotePass = {
      healthy: voted.healthy.length,
      budgetSpent: budgetFailure(context) !== null,
      contested,
      moved: positionsIn(voted) !== positionsIn({ open: before.findings, book: before.book }),
      number,
    };
    const stop = voteStop(pass, input.rules);
    if (stop !== null) return { before, voted, stop, passes: number };
    context.emit({ type: "round-end", round: number, open: contested, confidence: null });
    before = after(before, voted);
  }
}

/** The state after a ballot that settles nothing. */
function after(before: DebateState, voted: RoundBallot): DebateState {
  return {
    ...before,
    findings: voted.open,
    eliminated: [...before.eliminated, ...voted.eliminated],
    book: voted.book,
    ballots: [...before.ballots, voted.ballots],
    readings: [...before.readings, ...voted.readings],
    objections: [...before.objections, ...voted.objections],
    notes: [...before.notes, ...voted.notes],
    healthy: voted.healthy,
    budgetStop: before.budgetStop ?? voted.budgetStop,
  };
}

/** Who says what about which finding, as a text that is the same for the same positions. */
function positionsIn({ open, book }: Pick<RoundBallot, "open" | "book">): string {
  const lines = open.flatMap(({ id }) =>
    [...(book.get(id) ?? [])].map(([seat, { verdict, severity = "" }]) => `${id} ${seat} ${verdict} ${severity}`),
  );
  return lines.sort().join("\n");
}
