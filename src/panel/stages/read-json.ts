import { jsonrepair } from "jsonrepair";

/** One document of an answer. `repaired`: it was not valid JSON. Such a value must not pass for "nothing found". */
export interface JsonDocument {
  readonly value: unknown;
  readonly repaired: boolean;
}

/**
 * The JSON documents of an answer in their order, and why parts of it could not be read. `isCut`: it ends inside a document. `mended`: the repaired text
 * from the first fault on, where that gives a document; it is a guess.
 */
export interface JsonReading {
  readonly documents: readonly JsonDocument[];
  readonly mended: JsonDocument | null;
  readonly isCut: boolean;
  readonly faults: readonly string[];
  /** The answer without the thoughts before it. */
  readonly text: string;
}

const mostCharacters = 1_000_000;
/** Repairs of a longer text could take long, and no answer is that long. */
const mostRepaired = 200_000;
/** Faulty openings that are passed over, so that the work stays linear in the length of the answer. */
const mostFaults = 20;

const cutOff = "its JSON is cut off";
const notValid = "its JSON is not valid";
const twice = "twice";

/** Where a JSON document may start in prose: an object with a first key, or a list of objects. A lone brace of quoted code is none. */
const opening = /\{(?=\s*(?:["'\u201c]|\/[/*]|[A-Za-z_]\w*\s*:))|\[(?=\s*\{)/g;

/**
 * Reads every JSON document of a model's answer, without the fences, prose or thinking around it. What is not valid JSON is repaired: raw line breaks,
 * trailing commas, comments, other quotation marks. Of a document that is cut off or faulty the complete parts are documents of their own. A key that is
 * given twice makes a document faulty, because the second, empty list would erase the first.
 */
export function readJson(answer: string): JsonReading {
  if (answer.length > mostCharacters) return refused(`it is longer than ${mostCharacters} characters`);
  const text = withoutThoughts(answer.replace(/^\ufeff/, ""));
  const whole = wholeString(text);
  if (whole !== null) return readJson(whole);
  const parts = partsOf(text);
  const documents = parts.flatMap(({ document }) => document ?? []);
  const faults = parts.flatMap(({ fault }) => fault ?? []);
  const isCut = faults[0] === cutOff;
  const broken = parts.find(({ fault }) => fault !== undefined);
  const isGuessed = broken !== undefined && !isCut && !faults.some((fault) => fault.endsWith(twice));
  const none = text.trim() === "" ? "it is empty" : "there is no JSON object in it";
  return {
    documents,
    mended: isGuessed ? mend(text.slice(broken.start)) : null,
    faults: parts.length === 0 ? [none] : faults,
    ...{ isCut, text },
  };
}

interface Part {
  readonly start: number;
  readonly document?: JsonDocument;
  readonly fault?: string;
}

/** Every document of a text, and every opening at which none can be read. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let faults = 0;
  for (let start = nextOpening(text, 0); start !== null && faults < mostFaults; ) {
    const scan = scanJson(text, start);
    const document = "end" in scan ? parse(text.slice(start, scan.end)) : null;
    if ("end" in scan && document !== null) {
      parts.push({ start, document });
      start = nextOpening(text, scan.end);
    } else {
      parts.push({ start, fault: "end" in scan ? notValid : scan.reason });
      faults += 1;
      start = nextOpening(text, start + 1);
    }
  }
  return parts;
}

/** An answer that is one JSON string holds the document in that string. */
function wholeString(text: string): string | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('"') || !trimmed.endsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** Local models print their reasoning, drafts of the answer included, before the answer. */
function withoutThoughts(text: string): string {
  const trimmed = text.trimStart();
  const end = trimmed.lastIndexOf("</think>");
  return trimmed.startsWith("<think>") && end !== -1 ? trimmed.slice(end + "</think>".length) : text;
}

function nextOpening(text: string, from: number): number | null {
  opening.lastIndex = from;
  return opening.exec(text)?.index ?? null;
}

function parse(source: string): JsonDocument | null {
  try {
    return { value: JSON.parse(source), repaired: false };
  } catch {
    return mend(source);
  }
}

/** The text up to its last closing bracket, repaired. */
function mend(source: string): JsonDocument | null {
  const text = source.slice(0, Math.max(source.lastIndexOf("}"), source.lastIndexOf("]")) + 1);
  if (text === "" || text.length > mostRepaired) return null;
  for (const candidate of [text, withEscapedQuotes(text)]) {
    try {
      const value: unknown = JSON.parse(jsonrepair(candidate));
      if (typeof value === "object" && value !== null) return { value, repaired: true };
    } catch {
      // The text as it stands is tried first.
    }
  }
  return null;
}

/** A quotation mark ends a string only where a comma, a colon or a closing bracket may follow; any other one inside it is escaped. */
function withEscapedQuotes(text: string): string {
  let isInside = false;
  return text.replaceAll(/(?<closing>"(?=\s*(?:[,:}\]]|$)))|\\[\s\S]|"/g, (mark, closing: string | undefined) => {
    if (!mark.startsWith('"')) return mark;
    if (isInside && closing === undefined) return '\\"';
    isInside = !isInside;
    return mark;
  });
}

function refused(reason: string): JsonReading {
  return { documents: [], mended: null, isCut: false, faults: [reason], text: "" };
}

/** Where one JSON document of a text ends. */
type JsonScan = { readonly end: number } | { readonly reason: string };

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
  for (const one of tokensFrom(text, start)) {
    if (one.kind === "open") break;
    const fault = nesting.faultOf(one);
    if (fault !== null) return { reason: fault };
    if (nesting.isClosed()) return { end: one.end };
  }
  return { reason: cutOff };
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
    if (keys?.has(key)) return `it gives ${key.length > 40 ? "a key" : `the key ${key}`} ${twice}`;
    keys?.add(key);
    return null;
  }
  return {
    faultOf({ kind, text }) {
      if (kind === "string" || kind === "other") string = text;
      if (text === "{") return open("}");
      if (text === "[") return open("]");
      if (text === "}" || text === "]") return close(text);
      return text === ":" ? enter(contentOf(string)) : null;
    },
    isClosed: () => levels.length === 0,
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
