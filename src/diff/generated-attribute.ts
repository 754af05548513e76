import picomatch from "picomatch";

/** Whether a file is generated, as attributes say; null where they do not say. */
export type Marked = (path: string) => boolean | null;

const attribute = "linguist-generated";
const mostLines = 5_000;
const longestPattern = 300;
/** Paths are a stranger's: a pattern that could take long on one is not tried. */
const mostStars = 6;

const values: Readonly<Record<string, boolean | null>> = {
  [attribute]: true,
  [`${attribute}=true`]: true,
  [`${attribute}=false`]: false,
  [`-${attribute}`]: false,
  [`!${attribute}`]: null,
};

/**
 * Reads `linguist-generated` from the text of a `.gitattributes` file at the root: as in git, the last line that matches a path counts. A line
 * that cannot be read says nothing, so that its files are reviewed.
 */
export function generatedMarks(text: string): Marked {
  const lines = text.split(/\r?\n/).slice(0, mostLines);
  const macros = new Set(lines.flatMap((line) => macroIn(line) ?? []));
  const marks = lines.flatMap((line) => markIn(line, macros) ?? []).reverse();
  return (path) => marks.find(({ matches }) => matches(path))?.value ?? null;
}

/** `[attr]generated linguist-generated -diff` gives the attribute another name. */
function macroIn(line: string): string | null {
  const [head = "", ...words] = line.trim().split(/\s+/);
  return head.startsWith("[attr]") && words.includes(attribute) ? head.slice("[attr]".length) : null;
}

function markIn(line: string, macros: ReadonlySet<string>) {
  const [pattern = "", ...words] = line.trim().split(/\s+/);
  const said = words.map((word) => (macros.has(word) ? attribute : word)).filter((word) => Object.hasOwn(values, word));
  const value = values[said.at(-1) ?? ""];
  const matches = value === undefined ? null : testOf(pattern);
  return value === undefined || matches === null ? null : { matches, value };
}

/** Without a slash a pattern is for names in any folder. One for a folder alone matches no file in it. */
function testOf(pattern: string): ((path: string) => boolean) | null {
  const isStrange = /^(?:["!#]|\[attr\])/.test(pattern) || pattern.endsWith("/") || pattern.length > longestPattern;
  if (pattern === "" || isStrange || pattern.split("*").length - 1 > mostStars) return null;
  const glob = pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`;
  return picomatch(glob, { dot: true, nobrace: true, noextglob: true, nonegate: true });
}
