import type { Refusal } from "../../domain/snapshot.ts";

const longestGlob = 300;
const mostAlternatives = 64;

/** Which paths a glob takes. Every one of them starts with `folder`. */
export interface Glob {
  readonly folder: string;
  matches(path: string): boolean;
}

/**
 * Reads a glob with `*`, `?`, `**` and `{a,b}`. One without a slash matches a file name in any folder. Own code, because
 * a glob comes from a model: the libraries compile it to a regular expression, which can take exponential time.
 */
export function readGlob(glob: string): Glob | Refusal {
  if (glob.length > longestGlob) return { refused: `The glob is longer than ${longestGlob} characters. Shorten it.` };
  if (/[\p{Cc}\\]/u.test(glob))
    return { refused: "The glob holds a backslash or a control character. Write it without." };
  if (glob.split("/").includes("..")) return { refused: "The glob leads out of the tree. Write it without `..`." };
  const isRooted = /^\.?\//.test(glob);
  const alternatives = expand(glob.replace(/^\.?\//, ""));
  if (alternatives === null)
    return { refused: `The glob has more than ${mostAlternatives} alternatives in braces. Use fewer.` };
  const patterns = alternatives.map((one) => (one.includes("/") || isRooted ? one : `**/${one}`).split("/"));
  return {
    folder: patterns.length === 1 ? fixedFolder(patterns[0] ?? []) : "",
    matches: (path) => {
      const parts = path.split("/");
      return patterns.some((pattern) => matchesParts(pattern, parts));
    },
  };
}

/** The text without braces: `{a,b}` gives two texts. Null if there are too many. */
function expand(glob: string): string[] | null {
  let done = [""];
  for (const piece of glob.split(/(\{[^{}]*\})/)) {
    const choices = piece.startsWith("{") && piece.endsWith("}") ? piece.slice(1, -1).split(",") : [piece];
    if (done.length * choices.length > mostAlternatives) return null;
    done = done.flatMap((start) => choices.map((choice) => start + choice));
  }
  return done;
}

function fixedFolder(pattern: readonly string[]): string {
  const wild = pattern.findIndex((part) => /[*?]/.test(part));
  return pattern.slice(0, wild === -1 ? -1 : wild).join("/");
}

/** Works through the parts of the path and keeps which beginnings of the pattern match so far: no backtracking. */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  let reached = skipStars(pattern, new Set([0]));
  for (const part of parts) {
    const next = new Set<number>();
    for (const index of reached) {
      const own = pattern[index];
      if (own === "**") next.add(index);
      else if (own !== undefined && matchesPart(own, part)) next.add(index + 1);
    }
    reached = skipStars(pattern, next);
  }
  return reached.has(pattern.length);
}

/** `**` also matches no part at all, unless it ends the pattern. */
function skipStars(pattern: readonly string[], reached: Set<number>): Set<number> {
  for (const index of reached) if (pattern[index] === "**") reached.add(index + 1);
  return reached;
}

/** `*` and `?` inside one part. At a mismatch only the last `*` takes one character more. */
function matchesPart(pattern: string, text: string): boolean {
  let [at, from, star, taken] = [0, 0, -1, 0];
  while (from < text.length) {
    if (pattern[at] === "*") {
      star = at++;
      taken = from;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[from])) {
      at++;
      from++;
    } else if (star !== -1) {
      at = star + 1;
      from = ++taken;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
