import { scanJson } from "./json-scan.ts";

/** `repaired` tells that comments, trailing commas or single quotes stood in it: such a value must not pass for "nothing found". */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly repaired: boolean }
  | { readonly ok: false; readonly reason: string };

const mostCharacters = 1_000_000;

/** Where a JSON document may start in prose: an object with a first key, or a list of objects. A lone brace of quoted code is none. */
const opening = /\{(?=\s*["'])|\[(?=\s*\{)/g;

/**
 * The one JSON document in a model's answer, whatever fences, prose or thinking stand around it. Linear in the length of the answer.
 * Refused with a reason: none, several different ones (an answer that repeats a document of the diff beside its own, H06), one that is cut
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
    const parsed = parse(text.slice(start, scan.end), scan.mended);
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

function parse(source: string, mended: string): { value: unknown; repaired: boolean } | null {
  const exact = parseOrNull(source);
  if (exact !== null) return { ...exact, repaired: false };
  const repaired = parseOrNull(mended);
  return repaired === null ? null : { ...repaired, repaired: true };
}

function parseOrNull(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
