import type { Refusal } from "../../domain/snapshot.ts";

const longestPattern = 300;
/** git's engine builds a copy for each repetition, so `(a{99}){99}` would fill the memory. */
const mostRepetitions = 200;

/** Escapes of JavaScript, Python and the like, as a POSIX expression outside and inside of brackets. */
const classes: Readonly<Record<string, { readonly outside: string; readonly inside: string | null }>> = {
  d: { outside: "[0-9]", inside: "0-9" },
  D: { outside: "[^0-9]", inside: null },
  w: { outside: "[[:alnum:]_]", inside: "[:alnum:]_" },
  W: { outside: "[^[:alnum:]_]", inside: null },
  s: { outside: "[[:space:]]", inside: "[:space:]" },
  S: { outside: "[^[:space:]]", inside: null },
  b: { outside: "\\b", inside: null },
  B: { outside: "\\B", inside: null },
  t: { outside: "\t", inside: "\t" },
};

const token =
  /\\(?<escaped>.)|\[(?<not>\^?)(?<set>\]?(?:\\.|\[:[a-z]+:\]|[^\]\\])*)\]|\{(?<count>\d+(?:,\d*)?)\}|(?<group>\(\?:?)|(?<lazy>(?<=[*+?}])\?)|(?<plain>[\s\S])/gu;

/**
 * A regular expression in the usual syntax as one for `git grep -E`. Refuses everything that makes matching slow or
 * large (back references, many repetitions) and what POSIX does not have (look-around).
 */
export function grepPattern(regex: string): { readonly pattern: string } | Refusal {
  if (regex.length > longestPattern)
    return { refused: `The regular expression is longer than ${longestPattern} characters. Shorten it.` };
  let repetitions = 1;
  const parts: string[] = [];
  for (const { groups = {} } of regex.matchAll(token)) {
    const part = partOf(groups);
    if (part === null) return { refused: `The regular expression uses ${unsupported(groups)}. Write it without.` };
    repetitions *= Math.max(1, ...(groups["count"] ?? "").split(",").map(Number));
    parts.push(part);
  }
  if (repetitions > mostRepetitions)
    return { refused: `The regular expression repeats more than ${mostRepetitions} times. Use * or +.` };
  return { pattern: parts.join("") };
}

type Groups = Readonly<Record<string, string | undefined>>;

/** One piece in POSIX syntax; null if it has no equivalent. */
function partOf({ escaped, not, set, count, group, lazy, plain }: Groups): string | null {
  if (escaped !== undefined) return escapedPart(escaped);
  if (set !== undefined) return setPart(not ?? "", set);
  if (count !== undefined) return `{${count}}`;
  if (group !== undefined) return group === "(?:" ? "(" : null;
  // A line matches greedily if and only if it matches lazily.
  if (lazy !== undefined) return "";
  if (plain === "[" || plain === "\\") return null;
  return plain === "{" || plain === "}" ? `\\${plain}` : (plain ?? "");
}

function escapedPart(escaped: string): string | null {
  const known = Object.hasOwn(classes, escaped) ? classes[escaped] : undefined;
  if (known !== undefined) return known.outside;
  return /[a-z0-9]/i.test(escaped) ? null : escaped.replace(/[.*+?^${}()|[\]\\]/, "\\$&");
}

/** A bracket expression. POSIX knows no backslash in it, and takes `]`, `-` and `^` literally only in some places. */
function setPart(not: string, set: string): string | null {
  if (/[^\t\x20-\x7e]/.test(set)) return null;
  const pieces = [...set.matchAll(/\\(.)|\[:[a-z]+:\]|[\s\S]/g)].map(([piece, escaped]) =>
    escaped === undefined ? insideSet(piece) : escapedInSet(escaped),
  );
  if (pieces.length === 0 || pieces.includes(null)) return null;
  const inner = pieces.filter((piece) => piece !== "]" && piece !== dash);
  const body = [...(pieces.includes("]") ? ["]"] : []), ...inner, ...(pieces.includes(dash) ? ["-"] : [])];
  if (not === "" && body[0] === "^") body.push(body.shift() ?? "");
  return body.join("") === "^" && not === "" ? "\\^" : `[${not}${body.join("")}]`;
}

/** A dash that does not form a range. */
const dash = "\\-";

function insideSet(piece: string): string {
  return piece === "[" ? "[.[.]" : piece;
}

function escapedInSet(escaped: string): string | null {
  const known = Object.hasOwn(classes, escaped) ? classes[escaped] : undefined;
  if (known !== undefined) return known.inside;
  if (/[a-z0-9]/i.test(escaped)) return null;
  return escaped === "-" ? dash : insideSet(escaped);
}

function unsupported({ escaped, set, group, plain }: Groups): string {
  if (escaped !== undefined) return /\d/.test(escaped) ? "a back reference" : `the escape \\${escaped}`;
  if (set !== undefined) return "a bracket with an escape or a character that cannot be searched";
  if (group !== undefined) return "look-around, a flag or a named group";
  return plain === "[" ? "a bracket that is not closed" : "a backslash at its end";
}
