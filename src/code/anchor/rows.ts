import type { ChangedFile, Hunk } from "../../domain/change.ts";
import { foldLine, type LineKey } from "./quote.ts";

/** One line that is not blank, with white space folded and its number on the searched side. */
export interface TextRow {
  readonly text: string;
  readonly line: number;
  readonly changed: boolean;
  /** Judged by appearance only: good enough to prefer code, but never a reason to remove anything. */
  readonly isComment: boolean;
}

/** The places to search: the head side of each hunk, its base side, and the whole head file. */
export interface Rows {
  readonly head: readonly (readonly TextRow[])[];
  readonly base: readonly (readonly TextRow[])[];
  readonly file: readonly TextRow[];
}

export function rowsOf(file: ChangedFile): Rows {
  const inHead = typeof file.headText === "string" ? commentLines(file.headText) : null;
  const inBase = typeof file.baseText === "string" ? commentLines(file.baseText) : null;
  const rows = (hunk: Hunk, key: "head" | "base"): TextRow[] => {
    const texts = hunk.lines.map(({ text, [key]: line }) => (line === null ? "" : text));
    const known = key === "head" ? inHead : inBase;
    const inHunk = known === null ? commentLines(texts.join("\n")) : null;
    return hunk.lines.flatMap(({ text, kind, [key]: line }, position) =>
      rowOf(text, line, kind !== "context", inHunk?.has(position + 1) ?? known?.has(line ?? 0) ?? false),
    );
  };
  return {
    head: file.hunks.map((hunk) => rows(hunk, "head")),
    base: file.hunks.map((hunk) => rows(hunk, "base")),
    file: (file.headText ?? "")
      .split("\n")
      .flatMap((text, position) => rowOf(text, position + 1, false, inHead?.has(position + 1) ?? false)),
  };
}

/** The same rows under a key, made once for each. */
export function keyedRows(rows: Rows): (key: LineKey) => Rows {
  const known = new Map<LineKey, Rows>();
  return (key) => {
    const under = (some: readonly TextRow[]): TextRow[] => some.map((row) => ({ ...row, text: key(row.text) }));
    const keyed = known.get(key) ?? { head: rows.head.map(under), base: rows.base.map(under), file: under(rows.file) };
    known.set(key, keyed);
    return keyed;
  };
}

function rowOf(text: string, line: number | null, changed: boolean, isComment: boolean): TextRow[] {
  const folded = foldLine(text);
  return line === null || folded === "" ? [] : [{ text: folded, line, changed, isComment }];
}

const lineComment =
  /^\s*(?:\/\/|#(?![[!]|(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma|error)\b)|-- )/;
const opening = /^\s*(?<atStart>\/\*|<!--|"""|'''|=begin\b)|\s(?<behind>\/\*)(?=[\s*!]|$)/;
const closings: Readonly<Record<string, string>> = {
  "/*": "*/",
  "<!--": "-->",
  '"""': '"""',
  "'''": "'''",
  "=begin": "=end",
};

/** Numbers of the lines that look like comments or documentation, in most languages. */
function commentLines(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  let closing: string | null = null;
  for (const [position, line] of text.split("\n").entries()) {
    const read = readLine(line, closing);
    if (read.isComment) found.add(position + 1);
    closing = read.closing;
  }
  return found;
}

/** Reads line after line. `closing` ends the block that the current line is in. */
interface Read {
  readonly isComment: boolean;
  readonly closing: string | null;
}

function readLine(line: string, closing: string | null): Read {
  if (closing !== null) return untilClosed(line, 0, closing, true);
  if (lineComment.test(line)) return { isComment: true, closing: null };
  const opened = opening.exec(line);
  if (opened === null) return { isComment: false, closing: null };
  const { atStart, behind = "" } = opened.groups ?? {};
  const closes = closings[atStart ?? behind] ?? "";
  return untilClosed(line, opened.index + opened[0].length, closes, atStart !== undefined);
}

function untilClosed(line: string, from: number, closing: string, isComment: boolean): Read {
  const end = line.indexOf(closing, from);
  if (end === -1) return { isComment, closing };
  return { isComment: isComment && line.slice(end + closing.length).trim() === "", closing: null };
}
