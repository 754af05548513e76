import type { Change, ChangedFile, Line } from "../src/domain/change.ts";

export const fileCount = 5;
export const linesInFile = 90;

export function pathOf(file: number): string {
  return `src/part${file}/module.ts`;
}

/** Each line is unique, so that a quote names one place. `line` is 1-based. */
export function codeIn(file: number, line: number): string {
  return `const total${line} = step${file}x${line}(input, ${line});`;
}

/** Five added files. Every simulated pull request has the same code: only what is said about it differs. */
export function changeOfFiles(): Change {
  return {
    repo: "simulated/comments",
    number: null,
    base: { ref: "main", sha: "b".repeat(40) },
    head: { ref: "topic", sha: "a".repeat(40) },
    mergeBase: "b".repeat(40),
    files: Array.from({ length: fileCount }, (_, file) => addedFile(file)),
  };
}

function addedFile(file: number): ChangedFile {
  const texts = Array.from({ length: linesInFile }, (_, index) => codeIn(file, index + 1));
  const lines = texts.map((text, index): Line => ({ kind: "added", text, base: null, head: index + 1 }));
  const hunk = { baseStart: 0, baseLength: 0, headStart: 1, headLength: linesInFile, section: "", lines };
  const headText = `${texts.join("\n")}\n`;
  return { path: pathOf(file), status: "added", kind: "text", hunks: [hunk], baseText: null, headText };
}
