import type { ChangedFile, Line } from "../../domain/change.ts";
import type { Place } from "../../domain/finding.ts";
import { meant, quoted } from "../../domain/known-names.ts";

interface At {
  readonly path: string;
  readonly line: number;
}

interface CommentAtPlace {
  readonly at: At;
  readonly comment: IgnoreComment;
  readonly isAtBase: boolean;
}

const mostRemarks = 10;

/** The comments that speak of a place: on its first line, or alone on the line before. A deleted line has none. */
export type CommentFinder = (place: Place) => readonly CommentAtPlace[];

export function commentFinder(files: readonly ChangedFile[]): CommentFinder {
  const lines = new Map<string, ReadonlyMap<number, string>>();
  const linesOf = (file: ChangedFile): ReadonlyMap<number, string> => {
    const known = lines.get(file.path) ?? headLines(file);
    lines.set(file.path, known);
    return known;
  };
  return ({ path, side, startLine }) => {
    const file = files.find((one) => one.path === path);
    if (file === undefined || side === "LEFT") return [];
    return [startLine, startLine - 1].flatMap((line) => {
      const comment = ignoreCommentIn(linesOf(file).get(line) ?? "", path);
      if (comment === null || (line !== startLine && !comment.isAlone)) return [];
      return [{ at: { path, line }, comment, isAtBase: stoodBefore(file, line, comment) }];
    });
  };
}

/** Faults of the comments in the change: no rule, an unknown rule, no reason. */
export function remarksOnComments(files: readonly ChangedFile[], ruleIds: readonly string[]): string[] {
  const remarks = files.flatMap((file) =>
    file.hunks.flatMap(({ lines }) =>
      lines.flatMap(({ kind, text, head }) => {
        const comment = kind === "removed" || head === null ? null : ignoreCommentIn(text, file.path);
        if (comment === null || head === null) return [];
        return faultsOf(comment, ruleIds).map((fault) => remarkOnComment({ path: file.path, line: head }, fault));
      }),
    ),
  );
  const left = remarks.length - mostRemarks;
  return left <= 0
    ? remarks
    : [...remarks.slice(0, mostRemarks), `${left} more comments of this kind have this problem.`];
}

export function remarkOnComment({ path, line }: At, what: string): string {
  return `${path}:${line}: the comment pr-debate-ignore ${what}`;
}

function faultsOf({ rules, reason }: IgnoreComment, ruleIds: readonly string[]): string[] {
  if (rules.length === 0) return ["names no rule: write pr-debate-ignore RULE: REASON."];
  const unknown = ruleIds.length === 0 ? [] : rules.filter((rule) => !ruleIds.includes(rule));
  return [
    ...unknown.map((rule) => `names the unknown rule ${quoted(rule)}.${meant(rule, ruleIds)}`),
    ...(reason === "" ? ["gives no reason, so it silences nothing: write pr-debate-ignore RULE: REASON."] : []),
  ];
}

function headLines({ headText, hunks }: ChangedFile): Map<number, string> {
  if (typeof headText === "string") return new Map(headText.split("\n").map((text, index) => [index + 1, text]));
  return new Map(
    hunks.flatMap(({ lines }) => lines.flatMap(({ head, text }) => (head === null ? [] : [[head, text]]))),
  );
}

/** The content of a comment `pr-debate-ignore rule-id: reason`. */
export interface IgnoreComment {
  readonly rules: readonly string[];
  /** Empty if no reason is given. Untrusted. */
  readonly reason: string;
  /** The comment is alone on its line, so it applies to the next line. */
  readonly isAlone: boolean;
}

const word = "pr-debate-ignore";
const longestLine = 2_000;
const longestReason = 300;

const slashes = "\\/\\/|\\/\\*";
const hash = "#";
const markup = "<!--";
const openers: Readonly<Record<string, string>> = {
  ...byExtension(
    slashes,
    "js mjs cjs jsx ts mts cts tsx java go kt kts swift c h cc cpp hpp cs rs scala dart css scss less groovy",
  ),
  ...byExtension(hash, "py pyi rb sh bash zsh yml yaml toml pl r ex exs properties conf"),
  ...byExtension(markup, "html htm xml md markdown"),
};
const anyForm = [slashes, hash, markup].join("|");

/** The comment on a line, in the comment syntax of the file's language; null if there is none. */
export function ignoreCommentIn(line: string, path: string): IgnoreComment | null {
  // A dense line can hold the words of several people.
  if (line.length > longestLine || !line.includes(word)) return null;
  const extension = /\.(?<extension>\w+)$/.exec(path)?.groups?.["extension"]?.toLowerCase() ?? "";
  const form = Object.hasOwn(openers, extension) ? openers[extension] : anyForm;
  const found = new RegExp(`^(?<code>.*?)(?:${form})\\s*${word}(?![\\w-])(?<said>.*)$`).exec(line)?.groups;
  if (found === undefined) return null;
  const { code = "", said = "" } = found;
  const [ids = "", ...reason] = said.replace(/(?:\*\/\s*\}?|-->)\s*$/, "").split(":");
  return {
    rules: ids.split(/[\s,]+/).filter((id) => id !== ""),
    reason: reason.join(":").trim().slice(0, longestReason),
    // JSX needs braces around a comment.
    isAlone: /^\s*\{?\s*$/.test(code),
  };
}

function byExtension(form: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, form]));
}

/**
 * Whether the base has the same comment at this place: on an unchanged line, or on a line that replaced one with the
 * same comment. A comment alone on its line applies to the next line, so code that the change inserts after it is not
 * covered.
 */
export function stoodBefore(file: ChangedFile, headLine: number, comment: IgnoreComment): boolean {
  if (file.status === "added" || file.status === "copied") return false;
  const own = blockAt(file, headLine);
  if (own !== null) return isRewritten(own, comment, file.path);
  const next = comment.isAlone ? blockAt(file, headLine + 1) : null;
  return next === null || next.some(({ kind }) => kind === "removed");
}

/** In a block of changed lines, each comment of the base matches one comment of the head. */
function isRewritten(block: readonly Line[], comment: IgnoreComment, path: string): boolean {
  const same = block.filter(({ text }) => {
    const other = ignoreCommentIn(text, path);
    return other !== null && JSON.stringify(other) === JSON.stringify(comment);
  });
  const before = same.filter(({ kind }) => kind === "removed").length;
  return before > 0 && same.length - before <= before;
}

/** The run of added and deleted lines around an added line of the head; null if that line did not change. */
function blockAt({ hunks }: ChangedFile, headLine: number): Line[] | null {
  const lines = hunks.find((hunk) => hunk.lines.some(({ head }) => head === headLine))?.lines ?? [];
  const at = lines.findIndex(({ head }) => head === headLine);
  if (lines[at]?.kind !== "added") return null;
  const isChanged = (line: Line | undefined): boolean => line !== undefined && line.kind !== "context";
  let [first, last] = [at, at];
  while (isChanged(lines[first - 1])) first -= 1;
  while (isChanged(lines[last + 1])) last += 1;
  return lines.slice(first, last + 1);
}
