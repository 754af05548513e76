import type { ChangedFile, Hunk, Line } from "../../domain/change.ts";
import { isMediaFormat } from "../../domain/file-formats.ts";
import { gainOf } from "./gain.ts";
import { unreadWhole } from "./unreadable.ts";

/** Small enough to cut a file into batches, large enough to keep most functions whole. */
const hunkLines = 400;

/**
 * A file that gains power by a move or by its mode is shown as if all of it were new, because the diff has few of its
 * lines or none. Without its text it counts as not reviewed.
 */
export function shownWhole(file: ChangedFile, ignored: (path: string) => boolean): ChangedFile {
  if (file.unreviewed !== undefined || file.unreadable !== undefined || file.kind === "binary") return file;
  const gain = gainOf(file, ignored);
  if (gain === null) return file;
  if (typeof file.headText === "string") return { ...file, hunks: wholeHunks(file.hunks, file.headText) };
  const isPicture = file.hunks.length === 0 && file.headMode !== "100755" && isMediaFormat(file.path);
  return isPicture ? file : unreadWhole(file, gain);
}

/** Every line of the head as added. Deleted lines keep their places. */
function wholeHunks(hunks: readonly Hunk[], head: string): Hunk[] {
  const texts = head.split("\n");
  const isUnbroken = texts.at(-1) !== "";
  if (!isUnbroken) texts.pop();
  const removed = removedBefore(hunks);
  const lines = texts.flatMap((text, index): Line[] => {
    const isLast = isUnbroken && index === texts.length - 1;
    const added: Line = { kind: "added", text, base: null, head: index + 1 };
    return [...(removed.get(index + 1) ?? []), isLast ? { ...added, atEndWithoutNewline: true } : added];
  });
  const all = [...lines, ...(removed.get(texts.length + 1) ?? [])];
  const parts = Array.from({ length: Math.ceil(all.length / hunkLines) }, (_part, index) =>
    all.slice(index * hunkLines, (index + 1) * hunkLines),
  );
  return parts.map((part) => hunkOf(part));
}

/** Deleted lines by the number of the head line after them. */
function removedBefore(hunks: readonly Hunk[]): Map<number, Line[]> {
  const found = new Map<number, Line[]>();
  for (const { headStart, headLength, lines } of hunks) {
    let next = headLength === 0 ? headStart + 1 : headStart;
    for (const line of lines) {
      if (line.head !== null) next = line.head + 1;
      else found.set(next, [...(found.get(next) ?? []), line]);
    }
  }
  return found;
}

function hunkOf(lines: Line[]): Hunk {
  const base = lines.flatMap((line) => line.base ?? []);
  const head = lines.flatMap((line) => line.head ?? []);
  return {
    baseStart: base[0] ?? 0,
    baseLength: base.length,
    headStart: head[0] ?? 0,
    headLength: head.length,
    section: "",
    lines,
  };
}
