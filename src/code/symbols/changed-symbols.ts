import type { BatchPart, ChangedFile, Hunk } from "../../domain/change.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { baseTextOf } from "../diff/head-text.ts";
import { type CodeFiles, codeFiles } from "./code-files.ts";
import { grammarOf } from "./languages.ts";
import { compareTexts, type Definition, type SymbolsOf } from "./symbols.ts";

/** A definition that encloses changed lines. Lines of a deleted one are those of the base. */
export interface ChangedSymbol extends Definition {
  readonly path: string;
  readonly change: "changed" | "deleted";
  /** The class around it. */
  readonly within?: string;
}

/** The code around a change. Without `base`, the symbols of deleted lines come only from base texts that the change brings. */
export interface Sides {
  readonly head: Snapshot;
  readonly base?: Snapshot;
  readonly symbolsOf: SymbolsOf;
}

/** Lines of one side from `from` to `to`. A definition is touched if it holds all of them. */
interface Touched {
  readonly from: number;
  readonly to: number;
}

/** The changed symbols of a batch, by path and line. Other batches of a large change get them as a list. */
export async function changedSymbols(
  parts: readonly BatchPart[],
  sides: Sides,
  signal: AbortSignal,
): Promise<ChangedSymbol[]> {
  return symbolsChangedIn(parts, filesOfHead(parts, sides, signal), filesOfBase(parts, sides, signal));
}

/** `head` and `base` read the two sides. */
export async function symbolsChangedIn(
  parts: readonly BatchPart[],
  head: CodeFiles,
  base: CodeFiles,
): Promise<ChangedSymbol[]> {
  const symbols: ChangedSymbol[] = [];
  for (const { file, hunks } of parts) {
    if (file.kind !== "text" || grammarOf(file.path) === null) continue;
    const own = hunks.map(({ hunk }) => hunk);
    const [after] = file.status === "removed" ? [] : await head.read([file.path]);
    const defined = after?.symbols.definitions ?? [];
    symbols.push(
      ...enclosing(defined, own.flatMap(touchedOnHead)).map((one) => changed(file, one, "changed", defined)),
    );
    const removed = own.flatMap(touchedOnBase);
    const isCertain = after !== undefined || file.status === "removed";
    if (removed.length === 0 || file.status === "added" || !isCertain) continue;
    const [before] = await base.read([file.previousPath ?? file.path]);
    const names = new Set(defined.map(({ name }) => name));
    const gone = enclosing(before?.symbols.definitions ?? [], removed).filter(({ name }) => !names.has(name));
    symbols.push(...gone.map((one) => changed(file, one, "deleted", before?.symbols.definitions ?? [])));
  }
  return once(symbols);
}

export function filesOfHead(parts: readonly BatchPart[], { head, symbolsOf }: Sides, signal: AbortSignal): CodeFiles {
  const known = parts.flatMap(({ file: { path, headText } }) =>
    typeof headText === "string" ? [[path, headText] as const] : [],
  );
  return codeFiles(head, symbolsOf, signal, new Map(known));
}

const nothing: Snapshot = {
  list: async () => ({ paths: [], omitted: [], truncated: false }),
  read: async () => ({ refused: "there is no snapshot of the base" }),
  search: async () => ({ hits: [], truncated: false, omitted: [] }),
};

export function filesOfBase(parts: readonly BatchPart[], { base, symbolsOf }: Sides, signal: AbortSignal): CodeFiles {
  const known = parts.flatMap(({ file }) => {
    // A whole tree is not opened for a text that the diff rebuilds.
    const text = file.baseText ?? (base && file.headText !== undefined ? baseTextOf(file, file.headText) : undefined);
    return text === undefined ? [] : [[file.previousPath ?? file.path, text] as const];
  });
  return codeFiles(base ?? nothing, symbolsOf, signal, new Map(known));
}

/** An added line touches itself. Where lines were only removed, the two lines around the gap are touched together. */
function touchedOnHead({ lines, headStart, headLength }: Hunk): Touched[] {
  const touched: Touched[] = [];
  let last = headLength === 0 ? headStart : headStart - 1;
  for (const { kind, head } of lines) {
    if (kind === "added" && head !== null) touched.push({ from: head, to: head });
    if (kind === "removed") touched.push({ from: last, to: last + 1 });
    last = head ?? last;
  }
  return touched;
}

function touchedOnBase({ lines }: Hunk): Touched[] {
  return lines.flatMap(({ kind, base }) => (kind === "removed" && base !== null ? [{ from: base, to: base }] : []));
}

/** The innermost definition around each place, and every function around that: a change inside a class changes its method, not all of the class. */
function enclosing(definitions: readonly Definition[], touched: readonly Touched[]): Definition[] {
  const found = new Set<Definition>();
  for (const { from, to } of touched) {
    const around = definitions.filter((one) => one.from <= from && one.to >= to);
    const shortest = Math.min(...around.map((one) => one.to - one.from));
    for (const one of around) if (one.to - one.from === shortest || isCode(one)) found.add(one);
  }
  return [...found];
}

function isCode({ kind }: Definition): boolean {
  return kind === "function" || kind === "method";
}

function changed(
  { path }: ChangedFile,
  { name, kind, from, to }: Definition,
  change: ChangedSymbol["change"],
  definitions: readonly Definition[],
): ChangedSymbol {
  const around = definitions.findLast(
    (one) => one.kind === "class" && one.name !== name && one.from <= from && one.to >= to,
  );
  return { path, name, kind, from, to, change, ...(around === undefined ? {} : { within: around.name }) };
}

/** Parts of one file may touch the same symbol. */
function once(symbols: readonly ChangedSymbol[]): ChangedSymbol[] {
  const byKey = new Map(symbols.map((one) => [`${one.change} ${one.from} ${one.name} ${one.path}`, one]));
  return [...byKey.values()].sort(
    (a, b) => compareTexts(a.path, b.path) || a.from - b.from || compareTexts(a.name, b.name),
  );
}
