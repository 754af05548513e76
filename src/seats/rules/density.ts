const longestLine = 5_000;
const mostCharacters = 600_000;
const wayOut = "paths.ignore, or linguist-generated in .gitattributes, at the base takes generated files out";

/**
 * Why a text is not searched structurally, or null. In minified text one node has thousands of children, and a rule that looks around it takes
 * minutes and gigabytes. Whoever skips such a text must say so.
 */
export function tooDense(text: string): string | null {
  const [line] = denseLinesIn(text);
  return tooLong(text) ?? (line === undefined ? null : "it has a dense line");
}

/** Why even the lines of a text that are not dense are too much; null where they are not. */
export function tooLong(text: string): string | null {
  return text.length <= mostCharacters
    ? null
    : `its ${text.length} characters are more than rules search (${mostCharacters}); ${wayOut}`;
}

interface DenseLine {
  readonly number: number;
  readonly length: number;
}

/** The text with its dense lines left empty, so that all others keep their numbers. */
export function withoutDenseLines(text: string): { readonly text: string; readonly dense: readonly DenseLine[] } {
  const dense = denseLinesIn(text);
  if (dense.length === 0) return { text, dense };
  const lines = text.split("\n").map((line) => (line.length > longestLine ? "" : line));
  return { text: lines.join("\n"), dense };
}

/** What rules did not search, and the way out. What is opened or closed in such a line also decides how they read the others. */
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
