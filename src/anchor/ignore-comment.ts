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
