import type { DutyName } from "../../domain/discussion/constitution.ts";
import type { DebateRound, DebateStrategy } from "../../domain/discussion/free-debate.ts";
import { asksMostly, onlyAgreesWith } from "../../text/agreement.ts";

/** A seat's place in one round. */
interface Place {
  readonly index: number;
  readonly seats: number;
  /** The round is the last one. */
  readonly isLast: boolean;
}

/** The duty that a strategy gives to a seat in a round. */
const dutyBy: Readonly<Record<DebateStrategy, (place: Place) => DutyName>> = {
  adversarial: () => "challenge",
  collaborative: () => "build",
  consensus: () => "seek",
  // Every second seat asks, and states its position only in the last round.
  socratic: ({ index, isLast }) => (index % 2 === 1 && !isLast ? "ask" : "answer"),
  "devils-advocate": ({ index, seats }) => (index === seats - 1 ? "oppose" : "weigh"),
};

/** The duties of the seats that are left, in their order. The duty to oppose moves on when its seat fails. */
export function dutiesIn(
  strategy: DebateStrategy,
  seats: readonly string[],
  isLast: boolean,
): ReadonlyMap<string, DutyName> {
  const count = seats.length;
  return new Map(seats.map((seat, index) => [seat, dutyBy[strategy]({ index, seats: count, isLast })]));
}

/** Strategies in which some seats must still state their position when the debate could end. */
export function needsLastWord(strategy: DebateStrategy): boolean {
  return strategy === "socratic";
}

/** The seat with the duty to oppose in a round. It does not lead, and is not needed for agreement. */
export function opponentIn(duties: ReadonlyMap<string, DutyName>): string | null {
  return [...duties].find(([, duty]) => duty === "oppose")?.[0] ?? null;
}

/** The seat that opposed last. A seat that gets the duty only in the next round has not opposed. */
export function opponentAfter(rounds: readonly DebateRound[]): string | null {
  return rounds.flatMap(({ turns }) => turns).findLast(({ duty }) => duty === "oppose")?.seat ?? null;
}

/**
 * Duties under which a seat concedes nothing and keeps its position. A concession that it makes anyway does not count.
 */
export function mayConcede(duty: DutyName): boolean {
  return duty !== "oppose" && duty !== "ask";
}

/** One turn, with the facts for the check of its duty. */
export interface DutyTurn {
  readonly argument: string;
  readonly conceded: readonly string[];
  /** It states another position than the seat held. */
  readonly leavesOwn: boolean;
  /** The seat held the leading position before the turn. */
  readonly heldLeading: boolean;
  /** The position that it states is the leading one, and another seat's. */
  readonly isLeading: boolean;
  /** Its own position and claims. */
  readonly own: readonly string[];
  readonly items: readonly string[];
}

/** Whether the position that a turn states counts. A devil's advocate that holds the leading position may leave it. */
export function mayMove(duty: DutyName, { heldLeading, isLeading }: DutyTurn): boolean {
  return mayConcede(duty) || (duty === "oppose" && heldLeading && !isLeading);
}

type DutyCheck = (turn: DutyTurn) => string | null;

const checks: Readonly<Record<DutyName, DutyCheck>> = {
  challenge: (turn) => (challengesAnother(turn) ? null : "challenges no position or claim of another by its label"),
  build: (turn) => (namesAnother(turn) ? null : "builds on no position or claim of another by its label"),
  seek: (turn) => (namesAnother(turn) ? null : "names no position or claim of another that it accepts or refuses"),
  weigh: (turn) => (namesAnother(turn) ? null : "answers no position or claim of another by its label"),
  ask: (turn) => {
    if (turn.conceded.length > 0) return "concedes a point, though its duty is to ask";
    if (turn.leavesOwn) return "states another position than its own, though its duty is to ask";
    if (!/[?？]/.test(turn.argument)) return "asks nothing, though its duty is to ask";
    return asksMostly(turn.argument) ? null : "asserts more than it asks, though its duty is to ask";
  },
  answer: () => null,
  oppose: (turn) => {
    if (turn.conceded.length > 0) return "concedes a point, though its duty is to oppose";
    if (turn.isLeading) return "states the leading position, though its duty is to oppose";
    if (!turn.leavesOwn || mayMove("oppose", turn)) return null;
    return "states another position than its own, though its duty is to oppose";
  },
};

/** How a turn failed its duty, as the end of a sentence; null where code sees no failure. */
export function violationOf(duty: DutyName, turn: DutyTurn): string | null {
  return checks[duty](turn);
}

function namesAnother(turn: DutyTurn): boolean {
  return othersNamedIn(turn).length > 0;
}

/** A seat with the duty to challenge may concede by label instead. To agree in words alone is neither. */
function challengesAnother(turn: DutyTurn): boolean {
  return othersNamedIn(turn).some((id) => turn.conceded.includes(id) || !onlyAgreesWith(turn.argument, id));
}

function othersNamedIn({ argument, conceded, own, items }: DutyTurn): string[] {
  const named = [...(argument.match(/\b[PC]\d{1,4}\b/g) ?? []), ...conceded];
  return named.filter((id) => items.includes(id) && !own.includes(id));
}
