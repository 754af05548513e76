/** `repaired`: it had comments, trailing commas or single quotes. Such a value must not pass for "nothing found". */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly repaired: boolean }
  | { readonly ok: false; readonly reason: string };

const mostCharacters = 1_000_000;

/** Where a JSON document may start in prose: an object with a first key, or a list of objects. A lone brace of quoted code is none. */
const opening = /\{(?=\s*["'])|\[(?=\s*\{)/g;

/**
 * The one JSON document in a model's answer, without the fences, prose or thinking around it. Linear in the length of the answer.
 * Refused with a reason: none, several different ones (an answer that repeats a document of the diff and adds its own, H06), one that is cut
 * off, invalid, too deep, too long, or that gives a key twice. Nothing is guessed: a cut text is never completed.
 */
export function readJson(answer: string): JsonReading {
  if (answer.length > mostCharacters) return refused(`it is longer than ${mostCharacters} characters`);
  const text = withoutThoughts(answer.replace(/^\ufeff/, ""));
  const found = new Map<string, { value: unknown; repaired: boolean }>();
  let start = nextOpening(text, 0);
  while (start !== null) {
    const scan = scanJson(text, start);
    if ("reason" in scan) return refused(scan.reason);
    const parsed = parse(text.slice(start, scan.end), scan.repaired);
    if (parsed === null) return refused("its JSON is not valid");
    found.set(JSON.stringify(parsed.value), parsed);
    start = nextOpening(text, scan.end);
  }
  const [first] = found.values();
  if (first === undefined) return refused(text.trim() === "" ? "it is empty" : "there is no JSON object in it");
  return found.size > 1 ? refused(`there are ${found.size} different JSON documents in it`) : { ok: true, ...first };
}

/** Local models print their reasoning, drafts of the answer included, before the answer. */
function withoutThoughts(text: string): string {
  const trimmed = text.trimStart();
  const end = trimmed.indexOf("</think>");
  return trimmed.startsWith("<think>") && end !== -1 ? trimmed.slice(end + "</think>".length) : text;
}

function nextOpening(text: string, from: number): number | null {
  opening.lastIndex = from;
  return opening.exec(text)?.index ?? null;
}

function parse(source: string, repaired: string): { value: unknown; repaired: boolean } | null {
  for (const text of [source, repaired]) {
    try {
      return { value: JSON.parse(text), repaired: text !== source };
    } catch {
      // The exact text is tried first, then the repaired one.
    }
  }
  return null;
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** One JSON document in a text: where it ends, and its text with comments and trailing commas left out and single quotes made double. */
type JsonScan = { readonly end: number; readonly repaired: string } | { readonly reason: string };

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
 * Reads from the opening bracket at `start` to its closing one, and skips strings. A fault ends the scan with its reason; `JSON.parse` then
 * decides whether the document is valid.
 */
function scanJson(text: string, start: number): JsonScan {
  const nesting = startNesting();
  const repair = startRepair();
  for (const one of tokensFrom(text, start)) {
    if (one.kind === "open") break;
    const fault = nesting.faultOf(one);
    if (fault !== null) return { reason: fault };
    repair.take(one);
    if (nesting.isClosed()) return { end: one.end, repaired: repair.text() };
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
function startRepair(): { take(one: Token): void; text(): string } {
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
