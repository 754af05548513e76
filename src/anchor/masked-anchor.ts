import type { Change, ChangedFile } from "../domain/change.ts";
import { type Anchor, anchorIn, type FileLookup, firstFound } from "./anchor.ts";
import type { Mask } from "./mask.ts";

/**
 * Finds quotes from seats that saw the change with its secrets hidden and from seats that saw it unchanged. Code may
 * contain text that looks like a placeholder, so a quote is first looked up in the code as models saw it, where both
 * kinds read alike.
 */
export function anchorMasked(change: Change, mask: Mask, outside?: FileLookup): Anchor {
  const plain = anchorIn(change, undefined, outside);
  const masked = anchorIn(change, (file) => hiddenFile(file, mask), outside);
  return (quoted) => {
    const { quote } = quoted;
    const revealed = { ...quoted, quote: mask.reveal(quote) };
    const attempts = [
      () => masked({ ...quoted, quote: hiddenLines(quote, mask) }),
      () => plain(revealed),
      () => plain(quoted),
    ];
    return firstFound(attempts) ?? plain(quoted);
  };
}

/** Whether each step of a failure path names code of the change, masked or not. */
export function isWalkableMasked(change: Change, mask: Mask, failurePath: string): boolean {
  if (isWalkable(change, failurePath) || isWalkable(change, mask.reveal(failurePath))) return true;
  const files = change.files.map((file) => hiddenFile(file, mask));
  return isWalkable({ ...change, files }, hiddenLines(failurePath, mask));
}

/** Whether a step of a failure path names code of a line that the change adds or removes, masked or not. */
export function namesChangedLine(change: Change, mask: Mask, failurePath: string): boolean {
  const codes = failurePath
    .slice(0, longestPath)
    .split(separators)
    .flatMap(codeIn)
    .map((code) => packed(mask.reveal(code)));
  const changed = change.files
    .flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind !== "context")))
    .map(({ text }) => packed(text))
    .join("\n");
  return codes.some((code) => changed.includes(code));
}

function hiddenFile(file: ChangedFile, mask: Mask): ChangedFile {
  const { headText, baseText, hunks } = file;
  return {
    ...file,
    hunks: hunks.map((hunk) => ({
      ...hunk,
      lines: hunk.lines.map((line) => ({ ...line, text: mask.hide(line.text) })),
    })),
    ...(typeof headText === "string" ? { headText: hiddenLines(headText, mask) } : {}),
    ...(typeof baseText === "string" ? { baseText: hiddenLines(baseText, mask) } : {}),
  };
}

/** Works line by line, so that line numbers stay the same. */
function hiddenLines(text: string, mask: Mask): string {
  return text.split("\n").map(mask.hide).join("\n");
}

/** A bound, because a model may write a path of any length. */
const longestPath = 10_000;
const separators = /→|->|=>|\n/u;

/**
 * Whether every step of a failure path that names code names code from the change's files. Arrows or line breaks
 * separate steps, and backticks mark code. A step without code needs no check.
 */
function isWalkable(change: Change, failurePath: string): boolean {
  const steps = failurePath.slice(0, longestPath).split(separators);
  const named = steps.map(codeIn).filter((codes) => codes.length > 0);
  if (named.length === 0) return true;
  const texts = change.files.flatMap(({ headText, baseText, hunks }) => [
    headText ?? "",
    baseText ?? "",
    ...hunks.flatMap(({ lines }) => lines.map(({ text }) => text)),
  ]);
  const code = texts.map(packed).join("\n");
  return named.every((codes) => codes.some((one) => code.includes(packed(one))));
}

/** Names and expressions in a step's backticks, without values that a caller may send. */
function codeIn(step: string): string[] {
  return [...step.matchAll(/`([^`]{1,200})`/gu)]
    .map(([, code = ""]) => code.replace(/:\d+(-\d+)?$/u, ""))
    .filter((code) => /^[\p{L}_$][\p{L}\p{N}_$]{2,}/u.test(code.trim()));
}

function packed(text: string): string {
  return text.replace(/\s+/gu, "");
}
