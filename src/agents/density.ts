const longestLine = 5_000;
const mostCharacters = 600_000;
const wayOut = "paths.ignore takes generated files out";

/**
 * Why a text is not searched structurally, or null. In minified text one node has thousands of children, and a rule that looks around it takes
 * minutes and gigabytes. Whoever skips such a text must say so.
 */
export function tooDense(text: string): string | null {
  if (text.length > mostCharacters)
    return `its ${text.length} characters are more than rules search (${mostCharacters}); ${wayOut}`;
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf("\n", start);
    const length = (end === -1 ? text.length : end) - start;
    if (length > longestLine) return `it has a line of ${length} characters, as minified code has; ${wayOut}`;
    if (end === -1) return null;
    start = end + 1;
  }
  return null;
}
