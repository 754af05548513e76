import type { DebateClaim, DebatePosition } from "../domain/discussion/answers.ts";
import type { FreeDebate, PanelVote } from "../domain/discussion/free-debate.ts";
import { rankedCamps, speakerOf } from "./camps.ts";
import type { Debated } from "./turns.ts";

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
