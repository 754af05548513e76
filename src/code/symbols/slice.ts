import type { BatchPart, ChangedFile } from "../../domain/change.ts";
import { type ChangedSymbol, filesOfBase, filesOfHead, type Sides, symbolsChangedIn } from "./changed-symbols.ts";
import { choosePieces, type Slice, type SlicePlace } from "./choose-pieces.ts";
import type { CodeFile } from "./code-files.ts";
import { distance, rankOf } from "./code-paths.ts";
import { importedBy } from "./imports.ts";
import { grammarOf } from "./languages.ts";
import { isUseful, placesOfDefinitions, placesOfReferences, type WantedSymbol } from "./places.ts";
import { compareTexts } from "./symbols.ts";
import { declarationsIn, type WordHit, wordsIn } from "./words.ts";

const defaultCap = 24_000;
const most = { productionFiles: 60, testFiles: 20, definingFiles: 60, notes: 8 } as const;

/**
 * Code that a reviewer of these parts may need besides the diff: callers of the changed symbols, definitions of the names that added lines use,
 * tests that mention the changed symbols. At most `cap` bytes.
 */
export async function sliceFor(
  parts: readonly BatchPart[],
  sides: Sides,
  signal: AbortSignal,
  cap = defaultCap,
): Promise<Slice> {
  const [head, base] = [filesOfHead(parts, sides, signal), filesOfBase(parts, sides, signal)];
  const changed = await symbolsChangedIn(parts, head, base);
  const own = codePaths(parts);
  const wanted = wantedFrom(changed);
  const used = usedNames(parts, await head.read(own));
  const mentioned = await wordsIn(
    sides.head,
    wanted.map(({ name }) => name),
    signal,
  );
  const callers = await head.read(chosenFiles(mentioned.hits, own));
  const users = await head.read(own);
  const imported = importedBy(users, used.length === 0 ? [] : (await sides.head.list(signal)).paths);
  const near = await head.read([...own, ...imported.filter((path) => rankOf(path) < 2).slice(0, most.definingFiles)]);
  const declared = await declarationsIn(sides.head, unresolved(used, near, users), signal);
  const far = nearest(declared.hits, own, 1).filter((path) => !near.some((file) => file.path === path));
  const defining = [...near, ...(await head.read(far.slice(0, most.definingFiles)))];
  const places: SlicePlace[] = [
    ...placesOfReferences(callers, wanted, mentioned.hits),
    ...placesOfDefinitions(defining, used, users),
  ];
  const read = [...callers, ...defining];
  const chosen = choosePieces(places, shownLines(parts), new Map(read.map(({ path, lines }) => [path, lines])), cap);
  const cut = [...mentioned.cut, ...declared.cut];
  const notes = [
    ...chosen.notes,
    ...(cut.length > 0
      ? [`not every use was searched, because there are too many: ${cut.slice(0, 10).join(", ")}`]
      : []),
    ...[...mentioned.refused, ...declared.refused, ...head.notes(), ...base.notes()].slice(0, most.notes),
  ];
  return { pieces: chosen.pieces, notes };
}

function codePaths(parts: readonly BatchPart[]): string[] {
  const isRead = ({ status, kind, path }: ChangedFile): boolean =>
    status !== "removed" && kind === "text" && grammarOf(path) !== null;
  return [...new Set(parts.flatMap(({ file }) => (isRead(file) ? [file.path] : [])))].sort(compareTexts);
}

/** Files with code that hold most of the names, and then near the change; production code before tests. */
function chosenFiles(hits: readonly WordHit[], own: readonly string[]): string[] {
  const files = nearest(hits, own, 2);
  const [production, tests] = [0, 1].map((rank) => files.filter((path) => rankOf(path) === rank));
  return [...(production ?? []).slice(0, most.productionFiles), ...(tests ?? []).slice(0, most.testFiles)];
}

function nearest(hits: readonly WordHit[], own: readonly string[], belowRank: number): string[] {
  const names = Map.groupBy(hits, ({ path }) => path);
  const count = (path: string): number => new Set(names.get(path)?.map(({ name }) => name)).size;
  const far = new Map([...names.keys()].map((path) => [path, Math.min(...own.map((one) => distance(one, path)))]));
  return [...names.keys()]
    .filter((path) => rankOf(path) < belowRank)
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) || count(b) - count(a) || (far.get(a) ?? 0) - (far.get(b) ?? 0) || compareTexts(a, b),
    );
}

/** The lines of the head that the request shows as diff or around it, by path. */
function shownLines(parts: readonly BatchPart[]): Map<string, Set<number>> {
  const shown = new Map<string, Set<number>>();
  for (const { file, hunks } of parts) {
    const lines = shown.get(file.path) ?? new Set();
    for (const { hunk, enclosing } of hunks)
      for (const { head } of [...enclosing, ...hunk.lines]) if (head !== null) lines.add(head);
    shown.set(file.path, lines);
  }
  return shown;
}

const mostWanted = 80;
const mostUsed = 240;
const mostUnresolved = 30;
const constructors = /^(?:constructor|__init__|__construct|initialize|init|new)$/;

/** A constructor is called by the name of its class. */
function wantedFrom(changed: readonly ChangedSymbol[]): WantedSymbol[] {
  const names = changed.flatMap(({ name, within = "", path, change }): WantedSymbol[] => {
    const called = constructors.test(name) ? within : name;
    return isUseful(called) ? [{ name: called, path, change }] : [];
  });
  return [...new Map(names.map((one) => [`${one.name} ${one.path}`, one])).values()].slice(0, mostWanted);
}

/** Names on added lines, in the order of path and line. */
function usedNames(parts: readonly BatchPart[], files: readonly CodeFile[]): string[] {
  const names = new Set<string>();
  for (const { path, symbols } of files) {
    const hunks = parts.filter(({ file }) => file.path === path).flatMap((part) => part.hunks);
    const added = new Set(
      hunks.flatMap(({ hunk }) => hunk.lines.flatMap(({ kind, head }) => (kind === "added" ? (head ?? []) : []))),
    );
    for (const { name, line } of symbols.uses) if (added.has(line) && isUseful(name)) names.add(name);
  }
  return [...names].slice(0, mostUsed);
}

/** The names that no near file defines, and that are not parameters or variables of the file that uses them. */
function unresolved(names: readonly string[], near: readonly CodeFile[], users: readonly CodeFile[]): string[] {
  const defined = new Set(near.flatMap(({ symbols }) => symbols.definitions.map(({ name }) => name)));
  const local = new Set(
    users.flatMap(({ lines }) =>
      lines.flatMap((line) => {
        if (line.length > longestLine) return [];
        const bound = [
          ...line.matchAll(/\b(?:const|let|var|val|for)\s*[({[]?\s*(?<name>\w+)|[(,{]\s*(?<given>\w+)\s*(?=[,:)=}])/g),
        ];
        return bound.map(({ groups }) => groups?.["name"] ?? groups?.["given"] ?? "");
      }),
    ),
  );
  return names.filter((name) => !defined.has(name) && !local.has(name)).slice(0, mostUnresolved);
}

const longestLine = 1_000;
