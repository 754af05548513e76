import { createTwoFilesPatch, parsePatch } from "diff";
import { wholeBatch } from "../../src/code/diff/batch.ts";
import type { Change, ChangedFile, Hunk, Line } from "../../src/domain/change.ts";
import type { BatchView } from "../../src/domain/views.ts";

/** A text file of a change, with the hunks that lie between two texts. `null` = the side does not exist. */
export function aFile(
  path: string,
  base: string | null,
  head: string | null,
  overrides: Partial<ChangedFile> = {},
): ChangedFile {
  const status = base === null ? "added" : head === null ? "removed" : "modified";
  return {
    path,
    status,
    kind: "text",
    hunks: hunksBetween(base ?? "", head ?? ""),
    baseText: base,
    headText: head,
    ...overrides,
  };
}

export function aChange(...files: ChangedFile[]): Change {
  return {
    repo: "octo/shop",
    number: null,
    base: { ref: "main", sha: "b".repeat(40) },
    head: { ref: "topic", sha: "a".repeat(40) },
    mergeBase: "b".repeat(40),
    files,
  };
}

export function inOneBatch(files: readonly ChangedFile[]): BatchView {
  return { batch: wholeBatch(files), index: 1, of: 1, round: 1, instructions: "" };
}

function hunksBetween(base: string, head: string): Hunk[] {
  const [patch] = parsePatch(createTwoFilesPatch("a", "b", base, head, "", "", { context: 3 }));
  return (patch?.hunks ?? []).map((hunk) => {
    let baseLine = hunk.oldStart;
    let headLine = hunk.newStart;
    const lines = hunk.lines
      .filter((line) => !line.startsWith("\\"))
      .map((line): Line => {
        const text = line.slice(1);
        if (line.startsWith("+")) return { kind: "added", text, base: null, head: headLine++ };
        if (line.startsWith("-")) return { kind: "removed", text, base: baseLine++, head: null };
        return { kind: "context", text, base: baseLine++, head: headLine++ };
      });
    return {
      baseStart: hunk.oldStart,
      baseLength: hunk.oldLines,
      headStart: hunk.newStart,
      headLength: hunk.newLines,
      section: "",
      lines,
    };
  });
}
