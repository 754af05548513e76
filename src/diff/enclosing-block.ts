import type { ChangedFile, Hunk, Line } from "../domain/change.ts";

const mostLines = 40;

/**
 * Head lines between the opening of the block that a hunk starts in and the hunk itself, nearest lines kept when there are over 40.
 * Works on indentation, so it needs no grammar. Empty where the head text is unknown.
 */
export function enclosingBlock(file: ChangedFile, hunk: Hunk): Line[] {
  if (typeof file.headText !== "string" || hunk.headStart <= 1) return [];
  const lines = file.headText.split("\n");
  const first = lines.slice(hunk.headStart - 1).find((line) => line.trim() !== "") ?? "";
  let depth = indentation(first);
  let opening = hunk.headStart - 1;
  for (let position = hunk.headStart - 2; position >= 0 && depth > 0; position--) {
    const text = lines[position] ?? "";
    if (text.trim() === "" || indentation(text) >= depth) continue;
    depth = indentation(text);
    opening = position;
  }
  const start = Math.max(opening, hunk.headStart - 1 - mostLines);
  return lines
    .slice(start, hunk.headStart - 1)
    .map((text, offset) => ({ kind: "context", text, base: null, head: start + offset + 1 }));
}

function indentation(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}
