import type { DebateClaim, DebatePosition } from "../../domain/discussion/answers.ts";
import type { DutyName, Violation } from "../../domain/discussion/constitution.ts";
import type { DebateRound, DebateTurn } from "../../domain/discussion/free-debate.ts";
import { onlyAgreesWith } from "../../text/agreement.ts";

interface State {
  readonly positions: readonly DebatePosition[];
  readonly rounds: readonly DebateRound[];
}

/** A turn with its round. */
interface Said {
  readonly round: number;
  readonly turn: DebateTurn;
}

/** A claim at the end of a debate, with what was said about it. */
interface Defended {
  readonly claim: DebateClaim;
  /** The turns of its author that name it. */
  readonly defences: readonly Said[];
  /** The turns of other seats that name it. */
  readonly others: readonly Said[];
  readonly hasUncertainties: boolean;
  readonly broken: readonly Violation[];
}

/** Duties under which a seat that names a claim does not speak against it. */
const peaceful: readonly DutyName[] = ["build", "seek", "ask"];

/** The four checks of a claim, in the order in which they are shown. Each says what is left to do. */
const checks: readonly ((defended: Defended) => readonly string[])[] = [
  ({ claim, defences }) => {
    const cited = [...claim.evidence, ...defences.flatMap(({ turn }) => turn.evidence)];
    return cited.some(({ found }) => found) ? [] : ["cite code that exists"];
  },
  ({ claim, defences, others }) => {
    const answered = defences.at(-1)?.round ?? 0;
    const against = others.filter(
      ({ turn }) => !peaceful.includes(turn.duty) && !onlyAgreesWith(turn.argument, claim.id),
    );
    const open = against.filter(({ round }) => round >= answered);
    const seats = open.map(({ turn }) => turn.seat).filter((seat) => !claim.grantedBy.includes(seat));
    return seats.length === 0 ? [] : [`answer the challenge of ${[...new Set(seats)].join(" and ")}`];
  },
  ({ claim, defences, broken }) => {
    const last = `round ${defences.at(-1)?.round}`;
    const isBroken = broken.some(({ seat, at }) => seat === claim.seat && at === last);
    return isBroken ? ["defend it within the rules of its role"] : [];
  },
  ({ claim, defences, hasUncertainties }) => {
    const stated = [claim.confidence, ...defences.map(({ turn }) => turn.confidence)].filter((one) => one !== null);
    if (stated.length === 0) return ["state a confidence"];
    return hasUncertainties || stated.some((one) => one < 1) ? [] : ["state what is uncertain"];
  },
];

/**
 * The checks that a claim still fails when the debate has ended. A claim that its author gave up lacks nothing. It decides
 * nothing.
 */
export function requiredChanges(
  claim: DebateClaim,
  { positions, rounds }: State,
  broken: readonly Violation[],
): string[] {
  if (claim.givenUp !== null) return [];
  const naming = rounds.flatMap((round) => namingIn(round, claim.id));
  const position = positions.find(({ id }) => id === claim.position);
  const defended: Defended = {
    claim,
    defences: naming.filter(({ turn }) => turn.seat === claim.seat),
    others: naming.filter(({ turn }) => turn.seat !== claim.seat),
    hasUncertainties: (position?.uncertainties.length ?? 0) > 0,
    broken,
  };
  return checks.flatMap((check) => check(defended));
}

function namingIn({ round, turns }: DebateRound, id: string): Said[] {
  const labels = (turn: DebateTurn): readonly string[] => turn.argument.match(/\bC\d{1,4}\b/g) ?? [];
  return turns.filter((turn) => labels(turn).includes(id)).map((turn) => ({ round, turn }));
}
