import type { Hit, Refusal, Snapshot } from "../../domain/snapshot.ts";
import { hasWord } from "./code-paths.ts";
import { compareTexts } from "./symbols.ts";

export interface WordHit extends Hit {
  readonly name: string;
}

export interface WordHits {
  readonly hits: readonly WordHit[];
  /** The names with more occurrences than were searched. */
  readonly cut: readonly string[];
  /** Why searches were refused. */
  readonly refused: readonly Refusal["refused"][];
}

const mostHits = 4_000;
const mostSearches = 24;
const longestName = 200;
/** A snapshot takes patterns of 300 characters. */
const longestList = 230;

/** The lines that hold a name as a whole word, for many names in few searches. The order of the names and of the snapshot does not matter. */
export function wordsIn(snapshot: Snapshot, names: readonly string[], signal: AbortSignal): Promise<WordHits> {
  return search(snapshot, names, (alternatives) => `\\b(${alternatives})\\b`, signal, mostSearches);
}

/**
 * The lines that may declare a name, because it comes before each value, call and member. A search for every use of `map` or `result`
 * would find too many, so a cut list is not completed.
 */
export async function declarationsIn(
  snapshot: Snapshot,
  names: readonly string[],
  signal: AbortSignal,
): Promise<WordHits> {
  const receiver = "(func \\([^)]*\\) |fun [^(]*\\.)?";
  const found = await search(snapshot, names, (list) => `^${receiver}[^=;.(]*\\b(${list})\\b`, signal, 0);
  return { ...found, hits: found.hits.filter(({ text }) => !statement.test(text)) };
}

const statement =
  /^\s*(?:return|case|await|throw|yield|import|from|use|using|if|else|for|while|\/\/|\*|#\s*include|# )/;

async function search(
  snapshot: Snapshot,
  names: readonly string[],
  patternOf: (alternatives: string) => string,
  signal: AbortSignal,
  most: number,
): Promise<WordHits> {
  const hits = new Map<string, WordHit>();
  const cut = new Set<string>();
  const refused = new Set<string>();
  let searches = 0;
  const waiting = chunked(
    [...new Set(names)].filter(({ length }) => length > 0 && length <= longestName).sort(compareTexts),
  );
  for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
    const found = await snapshot.search(queryFor(chunk, patternOf), mostHits, signal);
    searches += 1;
    if ("refused" in found) {
      refused.add(found.refused);
      continue;
    }
    // One name that occurs everywhere would crowd out the others.
    if (found.truncated && chunk.length > 1 && searches + waiting.length + 2 <= most) {
      const half = Math.ceil(chunk.length / 2);
      waiting.push(chunk.slice(0, half), chunk.slice(half));
      continue;
    }
    if (found.truncated) for (const name of chunk) cut.add(name);
    for (const hit of found.hits.flatMap((one) => namedHits(one, chunk)))
      hits.set(`${hit.name} ${hit.line} ${hit.path}`, hit);
  }
  return {
    hits: [...hits.values()].sort(byPlace),
    cut: [...cut].sort(compareTexts),
    refused: [...refused].sort(compareTexts),
  };
}

function queryFor(
  chunk: readonly string[],
  patternOf: (alternatives: string) => string,
): { text: string; regex?: boolean } {
  const [first = ""] = chunk;
  return isSimple(first) ? { text: patternOf(chunk.join("|")), regex: true } : { text: first };
}

function namedHits({ path, line, text }: Hit, names: readonly string[]): WordHit[] {
  return names.filter((name) => hasWord(text, name)).map((name) => ({ path, line, text, name }));
}

function byPlace(a: WordHit, b: WordHit): number {
  return compareTexts(a.path, b.path) || a.line - b.line || compareTexts(a.name, b.name);
}

function chunked(names: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let room = 0;
  for (const name of names) {
    if (!isSimple(name)) {
      chunks.push([name]);
      room = 0;
    } else if (room > name.length) {
      chunks.at(-1)?.push(name);
      room -= name.length + 1;
    } else {
      chunks.push([name]);
      room = longestList - name.length;
    }
  }
  return chunks;
}

/** Other names have characters that a pattern or its word ends would read otherwise; they are searched as plain text. */
function isSimple(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}
