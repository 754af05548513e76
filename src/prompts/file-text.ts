import type { BatchPart, ChangedFile, Line } from "../domain/change.ts";
import { type Hiding, shown, shownPath } from "./shown.ts";

const marks = { added: "+", removed: "-", context: " " } satisfies Record<Line["kind"], string>;

/** One file of a batch as a model reads it: its status, then its hunks with numbered lines, each after the block around it. */
export function fileText({ file, hunks }: BatchPart, mask: Hiding): string {
  const width = Math.max(...hunks.map(({ hunk }) => String(lastLine(hunk)).length), 1);
  const row = (mark: string, line: Line): string =>
    `${mark} ${String(line.kind === "removed" ? line.base : line.head).padStart(width)} | ${line.text.replace(/\r$/, "")}`;
  const body = hunks.flatMap(({ hunk, enclosing }) => [
    `@@ -${hunk.baseStart},${hunk.baseLength} +${hunk.headStart},${hunk.headLength} @@`,
    ...enclosing.map((line) => row("~", line)),
    ...hunk.lines.map((line) => row(marks[line.kind], line)),
  ]);
  return [...headOf(file, hunks.length, mask), "", shown(body.join("\n"), mask)].join("\n");
}

function headOf(file: ChangedFile, hunks: number, mask: Hiding): string[] {
  const { path, previousPath, status, kind, baseMode, headMode } = file;
  const modeChanged = baseMode !== undefined && headMode !== undefined && baseMode !== headMode;
  return [
    `path: ${shownPath(path, mask)}`,
    `status: ${status}`,
    ...(previousPath === undefined ? [] : [`previous path: ${shownPath(previousPath, mask)}`]),
    ...(kind === "text" ? [] : [`kind: ${kind}`]),
    ...(modeChanged ? [`mode: ${baseMode} → ${headMode}`] : []),
    ...(file.hunks.length === 0 ? [textless[status]] : lineEnds(file)),
    ...(hunks < file.hunks.length ? [`shown here: ${hunks} of ${file.hunks.length} hunks`] : []),
  ];
}

/** The rows leave out carriage returns, so lines that differ in their ends alone look alike. */
function lineEnds({ hunks }: ChangedFile): string[] {
  const ends = (kind: Line["kind"]): string => {
    const lines = hunks.flatMap((hunk) => hunk.lines).filter((line) => line.kind === kind);
    const found = new Set<string>(lines.map(({ text }) => (text.endsWith("\r") ? "CRLF" : "LF")));
    return ["CRLF", "LF"].filter((end) => found.has(end)).join(" and ");
  };
  const [before, after] = [ends("removed"), ends("added")];
  return before === "" || after === "" || before === after ? [] : [`line ends: ${before} → ${after}`];
}

const textless = {
  added: "text: none, the new file is empty",
  removed: "text: none, the file was empty",
  modified: "text: unchanged",
  renamed: "text: unchanged",
  copied: "text: unchanged",
} satisfies Record<ChangedFile["status"], string>;

function lastLine({ baseStart, baseLength, headStart, headLength }: BatchPart["hunks"][number]["hunk"]): number {
  return Math.max(baseStart + baseLength, headStart + headLength);
}
