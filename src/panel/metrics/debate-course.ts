import { type Conduct, uncheckedDuties } from "../../domain/discussion/constitution.ts";
import type { DebateMetrics, FreeDebate } from "../../domain/discussion/free-debate.ts";
import { onlyAgreesWith } from "../../text/agreement.ts";
import { type MeasuredItem, measure } from "./rows.ts";

type Measured = Pick<FreeDebate, "claims" | "rounds" | "stopReason" | "panel" | "consensusScore">;
type Turn = FreeDebate["rounds"][number]["turns"][number];

/** The metrics of a free debate: its items are the claims. */
export function measureDebate(
  { claims, rounds, stopReason, panel, consensusScore }: Measured,
  conduct: Conduct,
): DebateMetrics {
  const turns = rounds.flatMap((round) => round.turns);
  const citations = [...claims, ...turns].flatMap(({ evidence }) => evidence);
  const found = citations.filter((one) => one.found);
  const last = rounds.at(-1);
  const checked = turns.filter(({ duty }) => !uncheckedDuties.includes(duty));
  const metrics = measure({
    items: claims.map((claim) => itemOf(claim, turns)),
    rounds: rounds.length,
    isAgreed: stopReason === "agreed",
    seats: panel.seats,
    heard: (last?.turns ?? []).map(({ seat }) => seat),
    cited: found.map(({ path }) => path),
    revisions: turns.filter(({ moved }) => moved).length,
    rejections: claims.filter(({ givenUp }) => givenUp !== null).length,
    rules: {
      kept: checked.filter(({ violation }) => violation === null).length + conduct.checked - conduct.broken.length,
      checked: checked.length + conduct.checked,
    },
    violations: conduct.broken,
    consensus: consensusScore === null ? null : consensusScore / 100,
  });
  return {
    ...metrics,
    novelty: last?.novelty ?? null,
    repetition: last?.repetition ?? null,
    evidenceFound: citations.length === 0 ? null : Math.round((100 * found.length) / citations.length) / 100,
    concessions: new Set(turns.flatMap(({ seat, concessions }) => concessions.map(({ id }) => `${id} ${seat}`))).size,
  };
}

/** A free debate has one vote on one position, so its claims have no stances. */
function itemOf(claim: FreeDebate["claims"][number], turns: readonly Turn[]): MeasuredItem {
  const about = turns.filter((turn) => isAbout(turn, claim));
  return {
    authors: [claim.seat],
    stances: new Map(),
    challenges: about.filter((turn) => isAgainst(turn, claim)).length,
    isExamined: about.length > 0,
    isGrounded: claim.evidence.some(({ found }) => found),
    survives: claim.givenUp === null,
  };
}

/** A turn that grants a claim, or only agrees with it, is about it and does not challenge it. */
function isAgainst({ argument, concessions }: Turn, { id }: FreeDebate["claims"][number]): boolean {
  return !concessions.some((one) => one.id === id) && !onlyAgreesWith(argument, id);
}

function isAbout({ seat, argument, concessions }: Turn, claim: FreeDebate["claims"][number]): boolean {
  const isNamed = new Set<string>(argument.match(/\bC\d{1,4}\b/g)).has(claim.id);
  return seat !== claim.seat && (isNamed || concessions.some(({ id }) => id === claim.id));
}
