import type {
  DebateCitation,
  DebateClaim,
  DebateOpening,
  DebatePosition,
  EarlierPart,
} from "../../domain/discussion/answers.ts";
import type { Delivered } from "../../panel/asking/context.ts";
import { checksOf, sequenceNotes, sequenceReport } from "../../panel/asking/in-sequence.ts";
import { cutWords } from "../../text/text.ts";

export const wordsOfPosition = 120;
/** The most positions and claims of earlier seats that one request shows. */
const mostEarlier = 40;
const wordsOfReason = 60;
const wordsOfTitle = 20;

/** An opening as it came, and its claims within their limits, with their quotes looked up. `cuts` say in words what was left out. */
export interface HeardOpening {
  readonly cuts?: readonly string[];
  readonly opening: DebateOpening;
  readonly claims: readonly {
    readonly title: string;
    readonly detail: string;
    readonly confidence: number | null;
    readonly evidence: readonly DebateCitation[];
  }[];
}

/** `claim` is the place among the claims of the seat; null for its position. */
interface ShownPart extends EarlierPart {
  readonly seat: string;
  readonly claim: number | null;
}

/**
 * The items that a seat of a pipeline is shown. Where there are too many, each seat before it has an equal share, its position
 * first.
 */
export function earlierParts(before: readonly Delivered<HeardOpening>[]): ShownPart[] {
  const share = Math.max(1, Math.floor(mostEarlier / Math.max(1, before.length)));
  return before.flatMap(({ seat, value: { opening, claims } }, at) => {
    const of = `${at + 1}`;
    const text = cutWords(opening.position, wordsOfPosition);
    const confidence = meanConfidence(opening.claims);
    const position = { seat, claim: null, id: of, of: null, title: text, detail: "", confidence, evidence: [] };
    const parts = claims.map((claim, place) => ({ ...claim, seat, claim: place, id: `${of}.${place + 1}`, of }));
    return [position, ...parts].slice(0, share);
  });
}

/**
 * The remarks of the seats of a pipeline on the openings before theirs: as arguments of the first round, as notes and for the report.
 */
export function checkedInSequence(
  delivered: readonly Delivered<HeardOpening>[],
  table: { readonly positions: readonly DebatePosition[]; readonly claims: readonly DebateClaim[] },
) {
  const passed = delivered.map(({ seat, value: { opening } }, at) => {
    const { checks } = opening;
    if (checks === undefined) return { seat, lines: [], checks: [] };
    const shown = earlierParts(delivered.slice(0, at)).map((part) => ({ ...part, label: labelOf(part, table) }));
    const lines = shown.flatMap(({ id, label }) => {
      const check = checks.find(({ of }) => of === id);
      return check === undefined ? [] : [`${label}: I ${check.verdict} it. ${cutWords(check.reason, wordsOfReason)}`];
    });
    const titled = shown.map(({ id, seat: of, label, title }) => {
      return { id, seat: of, title: `${label} ${cutWords(title, wordsOfTitle)}` };
    });
    return { seat, lines, checks: checksOf(seat, titled, checks) };
  });
  const order = delivered.map(({ seat }) => seat);
  const checks = passed.flatMap((one) => one.checks);
  const said = passed.flatMap(({ seat, lines }) => {
    const own = table.positions.find((one) => one.seat === seat);
    return own === undefined || lines.length === 0 ? [] : [{ position: own.id, argument: lines.join("\n") }];
  });
  return { said, notes: sequenceNotes(order, checks, "positions and claims"), topology: sequenceReport(order, checks) };
}

/** The label that the part got for the rounds. */
function labelOf(
  { seat, claim }: ShownPart,
  { positions, claims }: { readonly positions: readonly DebatePosition[]; readonly claims: readonly DebateClaim[] },
): string {
  const position = positions.find((one) => one.seat === seat)?.id ?? "";
  return claim === null ? position : (claims.filter((one) => one.position === position)[claim]?.id ?? "");
}

/** The mean of the confidences that were stated; null where none was. */
export function meanConfidence(claims: readonly { readonly confidence: number | null }[]): number | null {
  const stated = claims.flatMap(({ confidence }) => confidence ?? []);
  return stated.length === 0 ? null : stated.reduce((sum, value) => sum + value, 0) / stated.length;
}
