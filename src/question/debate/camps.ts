import type { DebateClaim, DebatePosition } from "../../domain/discussion/answers.ts";
import { foldWords, saysTheSame } from "../../text/same-words.ts";

/** Positions that say the same. */
type Camp = readonly DebatePosition[];

/** Whether two positions are one: the same words, apart from case, blanks and punctuation, or nearly the same. */
export function samePosition(one: string, other: string): boolean {
  return one === other || saysTheSame(foldWords(one), foldWords(other));
}

/** The camps of positions, each compared with the first of a camp only, so nothing chains. */
export function campsOf(positions: readonly DebatePosition[]): Camp[] {
  const camps: DebatePosition[][] = [];
  for (const position of positions) {
    const camp = camps.find(([first]) => first !== undefined && samePosition(first.text, position.text));
    if (camp === undefined) camps.push([position]);
    else camp.push(position);
  }
  return camps;
}

/**
 * The camps, the leading one first: more seats, then more quotes that were found for claims that still hold, then the higher mean confidence, then
 * the lower label. A camp of nothing but `excluded` seats comes last: a devil's advocate does not lead.
 */
export function rankedCamps(
  positions: readonly DebatePosition[],
  claims: readonly DebateClaim[],
  excluded: readonly string[] = [],
): Camp[] {
  const counted = (camp: Camp) => camp.filter(({ seat }) => !excluded.includes(seat));
  const evidence = (camp: Camp): number => {
    const ids = camp.map(({ id }) => id);
    const held = claims.filter(({ position, givenUp }) => givenUp === null && ids.includes(position));
    const found = held.flatMap((claim) => claim.evidence.filter((one) => one.found));
    return new Set(found.map(({ path, line, quote }) => JSON.stringify([path, line, quote]))).size;
  };
  const confidence = (camp: Camp): number =>
    camp.reduce((sum, one) => sum + (one.confidence ?? 0), 0) / Math.max(1, camp.length);
  const ranks = campsOf(positions).map((camp) => {
    const own = counted(camp);
    return { camp, ranks: [own.length, evidence(own), confidence(own)] };
  });
  return ranks.sort((a, b) => compare(b.ranks, a.ranks)).map(({ camp }) => camp);
}

/** The position that speaks for a camp: one that its seat did not take over from another, if possible of a seat that is not `excluded`. */
export function speakerOf(camp: Camp, excluded: readonly string[] = []): DebatePosition | undefined {
  const own = camp.filter(({ adopted }) => adopted === null);
  return own.find(({ seat }) => !excluded.includes(seat)) ?? own[0] ?? camp[0];
}

/** Whether all seats hold one position, the devil's advocate apart. A single seat does not count as an agreement. */
export function isAgreed(positions: readonly DebatePosition[], opponent: string | null): boolean {
  const asked = positions.filter(({ seat }) => seat !== opponent);
  return asked.length > 1 && campsOf(asked).length === 1;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
