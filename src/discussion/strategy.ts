import type { DutyName } from "../domain/discussion/constitution.ts";
import type { DebateStrategy } from "../domain/discussion/free-debate.ts";

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

/** The duties of the seats that are left, in their order. The duty to oppose moves on where its seat is lost. */
export function dutiesIn(
  strategy: DebateStrategy,
  seats: readonly string[],
  isLast: boolean,
): ReadonlyMap<string, DutyName> {
  const count = seats.length;
  return new Map(seats.map((seat, index) => [seat, dutyBy[strategy]({ index, seats: count, isLast })]));
}

/** Strategies in which some seats must still speak their mind when the debate could end. */
export function needsLastWord(strategy: DebateStrategy): boolean {
  return strategy === "socratic";
}

/** The seat that may not agree: its duty is to oppose. */
export function opponentIn(strategy: DebateStrategy, seats: readonly string[]): string | null {
  return strategy === "devils-advocate" ? (seats.at(-1) ?? null) : null;
}

/** Duties under which a seat concedes nothing. What it concedes all the same does not count. */
export function mayConcede(duty: DutyName): boolean {
  return duty !== "oppose" && duty !== "ask";
}

/** One turn as the check of its duty sees it. */
export interface DutyTurn {
  readonly argument: string;
  readonly conceded: readonly string[];
  /** The position that it states is the leading one. */
  readonly isLeading: boolean;
  /** Its own position and claims. */
  readonly own: readonly string[];
  readonly items: readonly string[];
}

type DutyCheck = (turn: DutyTurn) => string | null;

const checks: Readonly<Record<DutyName, DutyCheck>> = {
  challenge: (turn) => (namesAnother(turn) ? null : "challenges no position or claim of another by its label"),
  build: (turn) => (namesAnother(turn) ? null : "builds on no position or claim of another by its label"),
  seek: (turn) => (namesAnother(turn) ? null : "names no position or claim of another that it accepts or refuses"),
  weigh: (turn) => (namesAnother(turn) ? null : "answers no position or claim of another by its label"),
  ask: ({ argument, conceded }) => {
    if (!argument.includes("?")) return "asks nothing, though its duty is to ask";
    return conceded.length > 0 ? "concedes a point, though its duty is to ask" : null;
  },
  answer: () => null,
  oppose: ({ conceded, isLeading }) => {
    if (conceded.length > 0) return "concedes a point, though its duty is to oppose";
    return isLeading ? "states the leading position, though its duty is to oppose" : null;
  },
};

/** How a turn failed its duty, as the end of a sentence; null where code sees no failure. */
export function violationOf(duty: DutyName, turn: DutyTurn): string | null {
  return checks[duty](turn);
}

function namesAnother({ argument, conceded, own, items }: DutyTurn): boolean {
  const named = [...(argument.match(/\b[PC]\d{1,4}\b/g) ?? []), ...conceded];
  return named.some((id) => items.includes(id) && !own.includes(id));
}
