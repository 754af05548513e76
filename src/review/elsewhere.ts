import type { ChangedFile, SymbolsIn } from "../domain/change.ts";
import type { BatchView } from "../domain/views.ts";
import { byteLength, plain, plural } from "../text/text.ts";
import { changedLinesIn, manyLines } from "./reading/effort.ts";

const mostBytes = 6_000;
const mostNamesInFile = 40;

/**
 * The batches of a large change, each with the changed symbols of the others: names only, by path.
 */
export async function withOtherBatches(
  views: readonly BatchView[],
  files: readonly ChangedFile[],
  symbolsIn: SymbolsIn | undefined,
  signal: AbortSignal,
): Promise<readonly BatchView[]> {
  if (symbolsIn === undefined || views.length < 2 || changedLinesIn(files) <= manyLines) return views;
  const named: ReadonlyMap<string, readonly string[]>[] = [];
  for (const { batch } of views) named.push(await symbolsIn(batch, signal));
  return views.map((view, own) => {
    const elsewhere = listOf(named.filter((_, at) => at !== own));
    return elsewhere === "" ? view : { ...view, elsewhere };
  });
}

/** The same for batches that are cut when the symbols of the whole change are known. */
export function withOtherSymbols(
  views: readonly BatchView[],
  files: readonly ChangedFile[],
  symbols: ReadonlyMap<string, readonly string[]>,
): BatchView[] {
  if (changedLinesIn(files) <= manyLines) return [...views];
  return views.map((view) => {
    const own = view.batch.parts.map(({ file }) => file.path);
    const elsewhere = listOf([new Map([...symbols].filter(([path]) => !own.includes(path)))]);
    return elsewhere === "" ? view : { ...view, elsewhere };
  });
}

/** The symbols that the batches change, by path. */
export async function symbolsOf(
  views: readonly BatchView[],
  symbolsIn: SymbolsIn | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, readonly string[]>();
  for (const { batch } of views)
    for (const [path, own] of (await symbolsIn?.(batch, signal)) ?? [])
      names.set(path, [...new Set([...(names.get(path) ?? []), ...own])]);
  return names;
}

/**
 * One line per file: "src/cart.ts: add, total, remove (deleted)". A file whose hunks are in several batches has one line.
 */
function listOf(batches: readonly ReadonlyMap<string, readonly string[]>[]): string {
  const names = new Map<string, Set<string>>();
  for (const [path, symbols] of batches.flatMap((batch) => [...batch]))
    names.set(path, new Set([...(names.get(path) ?? []), ...symbols]));
  const lines = [...names]
    .map(([path, symbols]) => `${plain(path)}: ${firstOf([...symbols].sort(byText))}`)
    .sort(byText);
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = byteLength(line) + 1;
    if (bytes + size > mostBytes) continue;
    bytes += size;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left === 0 ? [] : [`(${plural(left, "more file")} with changed symbols)`])].join("\n");
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function firstOf(names: readonly string[]): string {
  const more = names.length - mostNamesInFile;
  return [...names.slice(0, mostNamesInFile), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
