import { seatReport } from "../debate/context.ts";
import type { Failure } from "../domain/debate.ts";
import type { DebatePosition } from "../domain/discussion/answers.ts";
import type { FreeDebate, PanelVote } from "../domain/discussion/free-debate.ts";
import type { Panel } from "../domain/panel.ts";
import type { DebateSeat } from "../stages/index.ts";

const needsModel =
  "A debate needs models, and no model seat is configured: set the API key of a vendor, or name seats in PR_DEBATE_SEATS (docs/providers.md).";

/** Why a panel cannot debate at all; null where it can. */
export function obstacleOf(seats: readonly { readonly name: string }[]): string | null {
  const [only] = seats;
  if (only === undefined) return needsModel;
  if (seats.length > 1) return null;
  return `A debate needs at least two seats: only ${only.name} takes part. Name a second seat in PR_DEBATE_SEATS or the settings (docs/providers.md), and in --panel.`;
}

interface Facts {
  readonly seats: readonly DebateSeat[];
  readonly positions: readonly DebatePosition[];
  readonly failures: readonly Failure[];
  readonly stopped: Failure | null;
  /** Seats of the panel that are left at the end. */
  readonly healthy: number;
  readonly quorum: number;
  readonly votes: readonly PanelVote[];
}

/** Why a debate can have no verdict; null where it can. Silence and failed seats never count as agreement. */
export function noVerdictBecause(facts: Facts): string | null {
  const { seats, positions, failures, stopped, healthy, quorum, votes } = facts;
  const [first] = failures;
  const because = first === undefined ? "no reason recorded" : `${first.seat} failed at ${first.step}: ${first.reason}`;
  if (stopped !== null) return `The debate ended early, at ${stopped.step}: ${stopped.reason}`;
  if (positions.length < 2)
    return `${positions.length} of ${seats.length} seats took a position, and a debate needs two. ${because}`;
  if (healthy < quorum) return `${healthy} of ${seats.length} seats are left, and ${quorum} are needed. ${because}`;
  if (!votes.some(({ cast }) => cast)) return `No seat voted. ${because}`;
  return null;
}

export function debatePanel(
  seats: readonly DebateSeat[],
  positions: FreeDebate["positions"],
  failures: readonly Failure[],
): Panel {
  if (seats.length === 0) return { state: "offline", seats: [] };
  const reports = seats.map((seat) => seatReport(seat, failures));
  if (seats.length > 1 && positions.length === 0) return { state: "failed", seats: reports };
  return { state: reports.every(({ healthy }) => healthy) ? "full" : "degraded", seats: reports };
}
