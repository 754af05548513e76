import type { Proposal } from "../../domain/answers.ts";
import type { Draft } from "../../domain/finding.ts";
import { rank } from "../../domain/severity.ts";

const longestLine = 5_000;
const mostCharacters = 600_000;
const wayOut = "paths.ignore, or linguist-generated in .gitattributes, at the base takes generated files out";

/**
 * The reason why a text is not searched structurally, or null. In minified text one node has thousands of children, and
 * a rule that looks around it takes minutes and gigabytes. A caller that skips such a text must report it.
 */
export function tooDense(text: string): string | null {
  const [line] = denseLinesIn(text);
  return tooLong(text) ?? (line === undefined ? null : "it has a dense line");
}

/** The reason why a text has too many lines even without its dense ones; null if it has not. */
export function tooLong(text: string): string | null {
  return text.length <= mostCharacters
    ? null
    : `its ${text.length} characters are more than rules search (${mostCharacters}); ${wayOut}`;
}

interface DenseLine {
  readonly number: number;
  readonly length: number;
}

/** The text with its dense lines emptied, so that all other lines keep their numbers. */
export function withoutDenseLines(text: string): { readonly text: string; readonly dense: readonly DenseLine[] } {
  const dense = denseLinesIn(text);
  if (dense.length === 0) return { text, dense };
  const lines = text.split("\n").map((line) => (line.length > longestLine ? "" : line));
  return { text: lines.join("\n"), dense };
}

/**
 * The unsearched part and the way out. Text that opens or closes in such a line also affects how rules read the other
 * lines.
 */
export function denseSentence(dense: readonly DenseLine[]): string {
  const [first] = dense;
  const more = dense.length > 1 ? ` (and ${dense.length - 1} more such lines)` : "";
  return `rules did not search line ${first?.number}, which has ${first?.length} characters, as minified code has${more}; ${wayOut}`;
}

function denseLinesIn(text: string): DenseLine[] {
  const dense: DenseLine[] = [];
  let [start, number] = [0, 1];
  while (start <= text.length) {
    const end = text.indexOf("\n", start);
    const length = (end === -1 ? text.length : end) - start;
    if (length > longestLine) dense.push({ number, length });
    if (end === -1) break;
    start = end + 1;
    number += 1;
  }
  return dense;
}

/** More than a reader will go through, and few enough to compare each with each quickly. */
const mostDrafts = 500;

/**
 * The worst drafts of a rule engine, at most 500, in their order. Each file with a dropped draft gets a failure,
 * because a cut list must not pass as complete.
 */
export function capped(drafts: readonly Draft[], seat: string): Pick<Proposal, "drafts" | "failures"> {
  if (drafts.length <= mostDrafts) return { drafts, failures: [] };
  const kept = new Set([...drafts].sort((a, b) => rank(a.severity) - rank(b.severity)).slice(0, mostDrafts));
  const cut = Map.groupBy(
    drafts.filter((draft) => !kept.has(draft)),
    ({ path }) => path,
  );
  const failures = [...cut].map(([path, { length }]) => {
    const reason = `${path}: ${length} further findings are not listed; one review lists ${mostDrafts}`;
    return { seat, step: "propose", path, reason };
  });
  return { drafts: drafts.filter((draft) => kept.has(draft)), failures };
}
