import type { DebatePosition } from "../../domain/discussion/answers.ts";
import type { DebateTurn } from "../../domain/discussion/free-debate.ts";
import { campsOf, samePosition } from "./camps.ts";

/** A seat's move from its camp to another one. */
interface Move {
  readonly position: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The turns of a round, all about the positions as shown before it. Seats that take over each other's positions in a circle of any length would only
 * change places for ever. So the first of each circle keeps its position, and the others move.
 */
export function withoutCircles(turns: readonly DebateTurn[], shown: readonly DebatePosition[]): DebateTurn[] {
  let moves = movesIn(turns, shown);
  const kept = new Set<string>();
  for (const move of moves) {
    if (!leadsBack(move, moves)) continue;
    kept.add(move.position);
    moves = moves.filter((one) => one !== move);
  }
  return turns.map((turn) => (kept.has(turn.position) ? { ...turn, moved: false, adopts: null } : turn));
}

/** In the order of the labels. A seat that takes over no position of another makes no move between camps. */
function movesIn(turns: readonly DebateTurn[], shown: readonly DebatePosition[]): Move[] {
  const camps = campsOf(shown);
  const campOf = (position: string): number => camps.findIndex((camp) => camp.some(({ id }) => id === position));
  const campSaying = (text: string): number =>
    camps.findIndex((camp) => camp.some((one) => samePosition(one.text, text)));
  return shown.flatMap(({ id }) => {
    const turn = turns.find(({ position, moved }) => moved && position === id);
    if (turn === undefined) return [];
    const [from, to] = [campOf(id), turn.adopts === null ? campSaying(turn.text) : campOf(turn.adopts)];
    return from === to || to === -1 ? [] : [{ position: id, from, to }];
  });
}

function leadsBack({ from, to }: Move, moves: readonly Move[]): boolean {
  const reached = new Set([to]);
  // A set also visits what is added meanwhile.
  for (const camp of reached) for (const next of moves) if (next.from === camp) reached.add(next.to);
  return reached.has(from);
}

/** A position after a turn of its seat. */
export function moved(position: DebatePosition, turn: DebateTurn, shown: readonly DebatePosition[]): DebatePosition {
  const confidence = turn.confidence ?? position.confidence;
  const target = shown.find(({ id }) => id === turn.adopts);
  if (target !== undefined) return { ...position, text: target.text, adopted: target.id, confidence };
  if (!turn.moved) return { ...position, confidence };
  return { ...position, text: turn.text, adopted: null, confidence };
}
