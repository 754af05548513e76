import type { Failure } from "../../domain/debate.ts";
import type { DebateClaim, DebatePosition } from "../../domain/discussion/answers.ts";
import type { FreeDebate, PanelVote } from "../../domain/discussion/free-debate.ts";
import type { Panel } from "../../domain/panel.ts";
import { seatReport } from "../../panel/asking/context.ts";
import type { DebateSeat } from "../../panel/stages/index.ts";
import { rankedCamps, speakerOf } from "./camps.ts";
import type { Debated } from "./turns.ts";

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

/** The leading position, and the strongest other one. Where all hold one position, the other side denies it with the objections that were made. */
export function debateSides(
  state: Debated,
  present: readonly DebatePosition[],
  leading: DebatePosition,
  votes: readonly PanelVote[],
): NonNullable<FreeDebate["sides"]> {
  const camps = rankedCamps(present, state.claims);
  const own = camps.find((camp) => camp.some(({ id }) => id === leading.id)) ?? [leading];
  const [rival] = camps.filter((camp) => camp !== own);
  const speaker = rival === undefined ? undefined : speakerOf(rival);
  return {
    leading: { position: leading.id, text: caseOf(state, leading, own) },
    other:
      speaker === undefined || rival === undefined
        ? { position: null, text: denial(state, votes) }
        : { position: speaker.id, text: caseOf(state, speaker, rival) },
  };
}

/** A position with its claims and the last arguments for it, without a name. */
function caseOf({ claims, rounds }: Debated, position: DebatePosition, camp: readonly DebatePosition[]): string {
  const ids = camp.map(({ id }) => id);
  const held = claims.filter((claim) => claim.givenUp === null && ids.includes(claim.position));
  const said = (rounds.at(-1)?.turns ?? []).filter((turn) => ids.includes(turn.position));
  return [
    position.text,
    ...(held.length === 0 ? [] : ["", "Claims:", ...held.flatMap(claimLines)]),
    ...(said.length === 0 ? [] : ["", "Last arguments:", ...said.map(({ argument }) => `- ${argument}`)]),
  ].join("\n");
}

function claimLines({ id, title, detail, evidence }: DebateClaim): string[] {
  const quotes = evidence.flatMap(({ found, path, line, quote }) =>
    found ? [`  ${path}${line === undefined ? "" : `:${line}`}: ${quote.replace(/\s*\n\s*/g, " ⏎ ")}`] : [],
  );
  return [`- ${id}: ${title}${detail === "" ? "" : `: ${detail}`}`, ...quotes];
}

function denial({ rounds }: Debated, votes: readonly PanelVote[]): string {
  const objections = [
    ...votes.flatMap(({ vote, reason }) => (vote === "disagree" && reason !== "" ? [reason] : [])),
    ...rounds
      .flatMap(({ turns }) => turns)
      .flatMap(({ duty, argument }) => (duty === "oppose" ? [argument] : []))
      .slice(-2),
  ];
  const list = objections.length === 0 ? ["- None was made."] : objections.map((text) => `- ${text}`);
  return ["Deny it: none of the reasons given carries the other position.", "", "Objections:", ...list].join("\n");
}
