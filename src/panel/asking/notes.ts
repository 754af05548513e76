import { cutWords } from "../../text/text.ts";

/** One sentence about parts of an answer that could not be used; empty where all could. */
export function droppedNote(seat: string, part: string, dropped: readonly string[]): string[] {
  if (dropped.length === 0) return [];
  const more = dropped.length > 1 ? ` and ${dropped.length - 1} more` : "";
  return [`Parts of the ${part} of ${seat} could not be used: ${cutWords(dropped[0] ?? "", 40)}${more}.`];
}
