import type { ChangedFile, Line } from "../domain/change.ts";
/** What a comment `pr-debate-ignore rule-id: reason` says. */
export interface IgnoreComment {
  readonly rules: readonly string[];
  /** Empty where none is given. Untrusted. */
  readonly reason: string;
  /** Nothing else stands on the line, so that the comment speaks of the next one. */
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

/** The comment on a line, in a form that the language of the file has; null where there is none. */
export function ignoreCommentIn(line: string, path: string): IgnoreComment | null {
  // A dense line holds more than one person's words.
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
    // JSX takes a comment in braces.
    isAlone: /^\s*\{?\s*$/.test(code),
  };
}

function byExtension(form: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, form]));
}

/**
 * Whether the base has this very comment at this place: on a line that did not change, or on one that took the place of a line with the same
 * comment. A comment on a line of its own speaks of the next line: code that the change inserts between the two is not what it was about.
 */
export function stoodBefore(file: ChangedFile, headLine: number, comment: IgnoreComment): boolean {
  if (file.status === "added" || file.status === "copied") return false;
  const own = blockAt(file, headLine);
  if (own !== null) return isRewritten(own, comment, file.path);
  const next = comment.isAlone ? blockAt(file, headLine + 1) : null;
  return next === null || next.some(({ kind }) => kind === "removed");
}

/** In a block of changed lines each comment of the base stands for one of the head. */
function isRewritten(block: readonly Line[], comment: IgnoreComment, path: string): boolean {
  const same = block.filter(({ text }) => {
    const other = ignoreCommentIn(text, path);
    return other !== null && JSON.stringify(other) === JSON.stringify(comment);
  });
  const before = same.filter(({ kind }) => kind === "removed").length;
  return before > 0 && same.length - before <= before;
}

/** The added and deleted lines in a row around an added line of the head; null where that line did not change. */
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
