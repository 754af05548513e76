import type { Snapshot, SymbolPlaces } from "../../domain/snapshot.ts";
import { cut, cutCharacters } from "../../text/text.ts";
import { type CodeFile, codeFiles } from "./code-files.ts";
import { rankOf } from "./code-paths.ts";
import { compareTexts, type SymbolsOf } from "./symbols.ts";
import { declarationsIn, type WordHit, wordsIn } from "./words.ts";

/** The answer of the tool `symbol`. `notes` name what was searched by words and not parsed. */
export interface SymbolAnswer extends SymbolPlaces {
  readonly notes: readonly string[];
}

const most = {
  parsedFiles: 80,
  definitions: 20,
  references: 100,
  bytesPerDefinition: 8_000,
  lineCharacters: 300,
} as const;

/** Searches the name by word and parses only files that have it. Production code comes before tests, and both before files without code. */
export async function findSymbol(
  snapshot: Snapshot,
  symbolsOf: SymbolsOf,
  name: string,
  signal: AbortSignal,
): Promise<SymbolAnswer> {
  if (name.trim() === "") return { definitions: [], references: [], truncated: false, notes: [] };
  const declared = await declarationsIn(snapshot, [name], signal);
  const mentioned = await wordsIn(snapshot, [name], signal);
  const hits = [
    ...new Map([...declared.hits, ...mentioned.hits].map((hit) => [`${hit.line} ${hit.path}`, hit])).values(),
  ];
  const mayDeclare = new Set(declared.hits.map(({ path }) => path));
  const paths = [...new Set(hits.map(({ path }) => path))].sort(
    (a, b) => Number(mayDeclare.has(b)) - Number(mayDeclare.has(a)) || rankOf(a) - rankOf(b) || compareTexts(a, b),
  );
  const parsedPaths = paths.filter((path) => rankOf(path) < 2).slice(0, most.parsedFiles);
  const files = codeFiles(snapshot, symbolsOf, signal);
  const parsed = new Map((await files.read(parsedPaths)).map((file) => [file.path, file]));
  const definitions = inReadingOrder([...parsed.values()].flatMap((file) => definitionsOf(file, name)));
  const references = inReadingOrder(hits.filter((hit) => isReference(hit, parsed.get(hit.path))));
  return {
    definitions: definitions.slice(0, most.definitions),
    references: references
      .slice(0, most.references)
      .map(({ path, line, text }) => ({ path, line, text: cutCharacters(text.trimEnd(), most.lineCharacters) })),
    truncated:
      [...declared.cut, ...mentioned.cut].length > 0 ||
      definitions.length > most.definitions ||
      references.length > most.references,
    notes: [...new Set([...declared.refused, ...mentioned.refused]), ...files.notes()],
  };
}

function definitionsOf({ path, lines, symbols }: CodeFile, wanted: string) {
  return symbols.definitions
    .filter(({ name }) => name === wanted)
    .map(({ from, to }) => ({
      path,
      from,
      to,
      text: cut(lines.slice(from - 1, to).join("\n"), most.bytesPerDefinition),
    }));
}

/** In a parsed file, comments and strings are not references. */
function isReference({ path, line, name }: WordHit, file: CodeFile | undefined): boolean {
  if (file === undefined) return rankOf(path) !== 3;
  return file.symbols.uses.some((use) => use.line === line && use.name === name);
}

function inReadingOrder<T extends { path: string; line?: number; from?: number }>(places: readonly T[]): T[] {
  const lineOf = ({ line, from }: T): number => line ?? from ?? 0;
  return places.toSorted(
    (a, b) => rankOf(a.path) - rankOf(b.path) || compareTexts(a.path, b.path) || lineOf(a) - lineOf(b),
  );
}
