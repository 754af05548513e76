import { cutCharacters, visible } from "../../text/text.ts";

/**
 * Untrusted text behind a bar on every line. It cannot end its own quotation: after each line break comes the bar, and
 * every other character that could break a line is shown as an escape. It is cut before it is quoted.
 */
export function quoteLines(text: string, longest = Number.POSITIVE_INFINITY): readonly string[] {
  const lines = visible(cutCharacters(text, longest)).replace(/\n+$/, "").split("\n");
  return lines.map((line) => (line === "" ? "|" : `| ${line}`));
}

/** A label of ours above quoted texts; nothing where there is no text. */
export function labelledQuotes(label: string, texts: readonly string[], longest?: number): readonly string[] {
  const lines = texts.filter((text) => text.trim() !== "").flatMap((text) => quoteLines(text, longest));
  return lines.length === 0 ? [] : [`${label}:`, ...lines];
}
