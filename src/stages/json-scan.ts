/** One JSON document in a text: where it ends, and its text with comments and trailing commas left out and single quotes made double. */
export type JsonScan = { readonly end: number; readonly mended: string } | { readonly reason: string };

interface Token {
  readonly kind: "string" | "comment" | "open" | "mark" | "space" | "other";
  readonly text: string;
  readonly end: number;
}

/** `open` is a string or comment that the text ends in. Each alternative has first characters of its own, so a scan never goes back. */
const token =
  /(?<string>"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*')|(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<open>["']|\/\*)|(?<mark>[{}[\],:])|(?<space>\s+)|(?<other>[^"'/{}[\],:\s]+|\/)/y;

const kinds = ["string", "comment", "open", "mark", "space"] as const;
const deepest = 100;

/**
 * Reads from the opening bracket at `start` to its closing one, heeding strings. What makes a document unusable ends the scan with the
 * reason; whether the rest is valid, `JSON.parse` tells.
 */
export function scanJson(text: string, start: number): JsonScan {
  const nesting = startNesting();
  const mending = startMending();
  for (const one of tokensFrom(text, start)) {
    if (one.kind === "open") break;
    const fault = nesting.faultOf(one);
    if (fault !== null) return { reason: fault };
    mending.take(one);
    if (nesting.isClosed()) return { end: one.end, mended: mending.text() };
  }
  return { reason: "its JSON is cut off" };
}

function* tokensFrom(text: string, start: number): Generator<Token> {
  token.lastIndex = start;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { groups } = match;
    const end = token.lastIndex;
    yield { kind: kinds.find((kind) => groups?.[kind] !== undefined) ?? "other", text: match[0], end };
    token.lastIndex = end;
  }
}

/** Follows brackets and keys. A key given twice is a fault: JavaScript keeps the last, so a second, empty list would erase the first. */
function startNesting(): { faultOf(one: Token): string | null; isClosed(): boolean } {
  const levels: { readonly closing: string; readonly keys: Set<string> }[] = [];
  let string = "";

  function open(closing: string): string | null {
    levels.push({ closing, keys: new Set() });
    return levels.length > deepest ? `it is nested deeper than ${deepest} levels` : null;
  }
  function close(closing: string): string | null {
    return levels.pop()?.closing === closing ? null : "its brackets do not match";
  }
  function enter(key: string): string | null {
    const keys = levels.at(-1)?.keys;
    if (keys?.has(key)) return `it gives ${key.length > 40 ? "a key" : `the key ${key}`} twice`;
    keys?.add(key);
    return null;
  }
  return {
    faultOf({ kind, text }) {
      if (kind === "string") string = text;
      if (text === "{") return open("}");
      if (text === "[") return open("]");
      if (text === "}" || text === "]") return close(text);
      return text === ":" ? enter(contentOf(string)) : null;
    },
    isClosed: () => levels.length === 0,
  };
}

/** Collects the text as strict JSON would have it. `comma` is the place of a comma that nothing but a bracket has followed yet. */
function startMending(): { take(one: Token): void; text(): string } {
  const pieces: string[] = [];
  let comma = -1;
  return {
    take({ kind, text }) {
      if (kind === "comment" || kind === "space") {
        pieces.push(kind === "space" ? text : " ");
        return;
      }
      if (comma !== -1 && (text === "}" || text === "]")) pieces[comma] = "";
      comma = text === "," ? pieces.length : -1;
      pieces.push(kind === "string" ? doubleQuoted(text) : text);
    },
    text: () => pieces.join(""),
  };
}

/** A key as JavaScript would name it: `"a"`, `'a'` and `"\u0061"` are one. */
function contentOf(string: string): string {
  try {
    return String(JSON.parse(doubleQuoted(string)));
  } catch {
    return string;
  }
}

function doubleQuoted(string: string): string {
  if (!string.startsWith("'")) return string;
  const content = string.slice(1, -1).replace(/\\[\s\S]|"/g, (part) => {
    if (part === "\\'") return "'";
    return part === '"' ? '\\"' : part;
  });
  return `"${content}"`;
}
