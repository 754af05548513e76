import type { SlicePlace } from "./choose-pieces.ts";
import type { CodeFile } from "./code-files.ts";
import { distance, rankOf } from "./code-paths.ts";
import { imports } from "./imports.ts";
import { compareTexts, type Definition } from "./symbols.ts";
import type { WordHit } from "./words.ts";

/** A changed symbol to look for elsewhere. `path` is where it is defined. */
export interface WantedSymbol {
  readonly name: string;
  readonly path: string;
  readonly change: "changed" | "deleted";
}

const longestWhole = 40;
const linesAround = 6;
const longestDefinition = 60;
const mostUsesInFile = 3;
const mostFarDefinitions = 1;

/** Single letters and pairs are loop counters and the like. */
export function isUseful(name: string): boolean {
  return name.length > 2;
}

/** Where the changed symbols are used: first in files that import the changed file or lie beside it; production code before tests. */
export function placesOfReferences(
  files: readonly CodeFile[],
  wanted: readonly WantedSymbol[],
  hits: readonly WordHit[],
): SlicePlace[] {
  const found = files.flatMap((file) => {
    const ofFile = hits.filter(({ path }) => path === file.path);
    return wanted.flatMap((symbol) => placesInFile(file, symbol, ofFile));
  });
  return found
    .toSorted(
      (a, b) =>
        rankOf(a.path) - rankOf(b.path) ||
        a.turn - b.turn ||
        a.far - b.far ||
        compareTexts(a.path, b.path) ||
        a.from - b.from,
    )
    .map(({ kind, path, from, to, why }) => ({ kind, path, from, to, why }));
}

interface Reference extends SlicePlace {
  /** The first use in each file comes before the second in any. */
  readonly turn: number;
  readonly far: number;
}

function placesInFile(
  file: CodeFile,
  { name, path: home, change }: WantedSymbol,
  hits: readonly WordHit[],
): Reference[] {
  const { path, lines, symbols } = file;
  const isHit = new Set(hits.filter((hit) => hit.name === name).map(({ line }) => line));
  const uses = symbols.uses.filter(
    (use) => use.name === name && isHit.has(use.line) && !isImport(lines[use.line - 1] ?? ""),
  );
  const isNear = path === home || distance(path, home) === 0 || imports(file, home);
  const why =
    change === "deleted" ? `uses \`${name}\`, which the change deletes` : `uses \`${name}\`, which the change touches`;
  return uses.slice(0, mostUsesInFile).map(({ line }, turn) => {
    const kind = rankOf(path) === 1 ? "test" : "caller";
    return { kind, path, ...around(symbols.definitions, line, lines.length), why, turn, far: isNear ? 0 : 1 };
  });
}

function isImport(line: string): boolean {
  return /^\s*(?:import|use|using|from|require|#\s*include|package|export\s*(?:\{|\*))/.test(line);
}

/** The innermost definition around a line, or the lines beside it where that is long. */
function around(definitions: readonly Definition[], line: number, count: number): { from: number; to: number } {
  const [innermost] = definitions
    .filter(({ from, to, kind }) => from <= line && to >= line && kind !== "field")
    .toSorted((a, b) => a.to - a.from - (b.to - b.from));
  const { from, to } = innermost ?? { from: 1, to: count };
  if (innermost !== undefined && to - from < longestWhole) return { from, to };
  return { from: Math.max(from, line - linesAround), to: Math.min(to, line + linesAround) };
}

/** The definitions of used names: in the same file, else where the file imports from, else in its folder, else anywhere if there is only one. */
export function placesOfDefinitions(
  files: readonly CodeFile[],
  names: readonly string[],
  users: readonly CodeFile[],
): SlicePlace[] {
  const isWanted = new Set(names);
  const byName = Map.groupBy(
    files.flatMap((file) =>
      file.symbols.definitions.filter(({ name }) => isWanted.has(name)).map((one) => ({ file, one })),
    ),
    ({ one }) => one.name,
  );
  return names.flatMap((name) => {
    const candidates = byName.get(name) ?? [];
    const ranked = candidates.map(({ file, one }) => ({
      path: file.path,
      one,
      rank: nearness(file.path, name, users),
    }));
    const best = Math.min(...ranked.map(({ rank }) => rank));
    const chosen = ranked.filter(({ rank }) => rank === best);
    if (best === unrelated && chosen.length > mostFarDefinitions) return [];
    return chosen.map(({ path, one: { from, to } }): SlicePlace => {
      const why = `defines \`${name}\`, which added lines use`;
      return { kind: "definition", path, from, to: Math.min(to, from + longestDefinition - 1), why };
    });
  });
}

const unrelated = 3;

function nearness(path: string, name: string, users: readonly CodeFile[]): number {
  const using = users.filter(({ symbols }) => symbols.uses.some((use) => use.name === name));
  const ranks = using.map((user) => {
    if (user.path === path) return 0;
    if (imports(user, path)) return 1;
    return distance(user.path, path) === 0 ? 2 : unrelated;
  });
  return Math.min(unrelated, ...ranks);
}
