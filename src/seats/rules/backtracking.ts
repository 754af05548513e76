import type { Report } from "scslre";
import type { PatternText } from "./pattern-text.ts";

/**
 * What a regular expression can cost. Exponential: some dozen characters take minutes. Polynomial: tens of thousands of characters take seconds.
 * `unread` says why the expression was not analysed, which is no answer.
 */
export type Backtracking =
  | { readonly kind: "none" }
  | { readonly kind: "exponential" }
  | { readonly kind: "polynomial" }
  | { readonly kind: "unread"; readonly reason: string };

/** The library's work grows with the square of the unbounded repetitions, and with the fourth power of how deep they are nested. */
const mostRepetitions = 80;
const deepestNesting = 12;
/** The bundled tables leave them out (`scripts/lean-unicode.ts`). */
const sequences = /\\p\{(?:Basic_Emoji|Emoji_Keycap_Sequence|RGI_)/;
const none: Backtracking = { kind: "none" };

/** How many unbounded repetitions the text seems to have. It may count too many (in a character class), never too few. */
function repetitionsIn({ source }: PatternText): number {
  return source.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
}

/** An estimate of what the analysis costs. Sets of many ranges are slow to compare, and one Unicode property has hundreds of ranges. */
export function workOf(pattern: PatternText): number {
  const properties = pattern.source.match(/\\p\{/gi)?.length ?? 0;
  const ranges = pattern.source.match(/-/g)?.length ?? 0;
  return repetitionsIn(pattern) ** 2 * (1 + properties + ranges / 100);
}

/**
 * By scslre, which finds what repeats of one character do. Its reports about the place where a match begins (`Move`) count only for
 * blanks that are tied to nothing but the end, as in trimming by hand: `/\s*,/` is in half of all programs, and its runs are seldom long.
 */
export async function backtrackingOf(pattern: PatternText): Promise<Backtracking> {
  const repetitions = repetitionsIn(pattern);
  if (repetitions === 0) return none;
  if (repetitions > mostRepetitions) return unread(`it has more than ${mostRepetitions} unbounded repetitions`);
  if (nestingOf(pattern.source) > deepestNesting)
    return unread(`its groups are nested more than ${deepestNesting} deep`);
  if (sequences.test(pattern.source)) return unread("it names sequences of emoji, which the analysis does not know");
  // It carries tables of Unicode: loaded only where an expression is met.
  const { analyse } = await import("scslre");
  const reports = reportsOf(analyse, pattern);
  return reports === null ? none : worstOf(reports, pattern.source);
}

/** Null where the text is no expression: it throws at run time, and costs nothing. */
function reportsOf(analyse: typeof import("scslre").analyse, pattern: PatternText): readonly Report[] | null {
  try {
    return analyse(pattern).reports;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function worstOf(reports: readonly Report[], source: string): Backtracking {
  if (reports.some(({ exponential }) => exponential)) return { kind: "exponential" };
  const counts = reports.some((report) => report.type !== "Move" || trims(report.quant, source));
  return counts ? { kind: "polynomial" } : none;
}

/** Blanks and then the end: `\s+$`. */
function trims({ element, end }: { readonly element: { readonly raw: string }; readonly end: number }, source: string) {
  return (
    /^(?:\\s| |\\t|\[(?:\\s| |\\t|\\n|\\r)+\]|\((?:\?:)?(?:\\s| )\))$/.test(element.raw) &&
    /^\)*\$/.test(source.slice(end))
  );
}

/** How deep groups lie in each other; parentheses in classes may count too. */
function nestingOf(source: string): number {
  let [depth, deepest] = [0, 0];
  for (const [sign] of source.matchAll(/\\.|[()]/gs)) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function unread(reason: string): Backtracking {
  return { kind: "unread", reason };
}
