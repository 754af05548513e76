import { dirname, posix } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";

/** One TypeScript file, as the house rules look at it. Paths are relative to `src`, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  /** The files of ours that it imports, each once: types and dynamic imports included, `export … from` too. */
  readonly imports: readonly string[];
  /** The names that it defines and exports. A constant and a type of one name count once, a re-export does not count. */
  readonly exports: readonly string[];
  readonly comments: readonly Comment[];
}

interface Comment {
  readonly line: number;
  readonly text: string;
}

/** Figures of a whole tree, with the offenders that a report lists. */
export interface House {
  readonly lines: number;
  readonly folders: ReadonlyMap<string, number>;
  /** The files of the longest way through the imports. A circle is one step of it, named by its first file. */
  readonly chain: readonly string[];
  readonly duplicates: ReadonlyMap<string, readonly string[]>;
  readonly circles: readonly Circle[];
  readonly p90: number;
  /** Uses in a thousand comment words. */
  readonly riddles: number;
  readonly whats: number;
}

/** Files that all reach each other through imports, and one short way round, which ends where it begins. */
export interface Circle {
  readonly members: readonly string[];
  readonly way: readonly string[];
}

type ImportGraph = ReadonlyMap<string, readonly string[]>;

const riddle = /\b(?:nobody|whoever|stands|told)\b/gi;
const what = /\bwhat\b/gi;

/** Reads one file with a real parser, so that a comment inside a string is no comment. Throws for a file that does not parse. */
export function readSource(path: string, text: string): SourceFile {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map((one) => text.slice(one.moduleRequest.start + 1, one.moduleRequest.end - 1)),
    ...typeImports(program),
  ];
  const imported = module.staticImports.flatMap((one) => one.entries.map((entry) => entry.localName.value));
  const own = module.staticExports
    .flatMap((one) => one.entries)
    .filter((entry) => entry.moduleRequest === null && !imported.includes(entry.localName.name ?? ""));
  return {
    path,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    imports: distinct(
      requests
        .filter((request) => request.startsWith(".") && request.endsWith(".ts"))
        .map((request) => posix.join(dirname(path), request)),
    ),
    exports: distinct(own.flatMap((entry) => entry.exportName.name ?? [])),
    comments: comments.map(({ start, value }) => ({
      line: text.slice(0, start).split("\n").length,
      text: value.replaceAll(/^\s*\*+ ?/gm, "").trim(),
    })),
  };
}

/** `import("./a.ts").Name` as a type. */
function typeImports(program: Parameters<Visitor["visit"]>[0]): readonly string[] {
  const found: string[] = [];
  new Visitor({ TSImportType: (node) => void found.push(node.source.value) }).visit(program);
  return found;
}

export function measureHouse(files: readonly SourceFile[]): House {
  const comments = files.flatMap((file) => file.comments);
  const sizes = files.map(({ lines }) => lines).toSorted((one, other) => one - other);
  const graph = new Map(files.map(({ path, imports }) => [path, imports]));
  const circles = circlesIn(graph);
  return {
    lines: sum(sizes),
    folders: foldersOf(files),
    chain: longestChain(graph, circles),
    duplicates: duplicatesIn(files),
    circles,
    p90: sizes[Math.ceil(sizes.length * 0.9) - 1] ?? 0,
    riddles: perThousandWords(riddle, comments),
    whats: perThousandWords(what, comments),
  };
}

/** The comments of a file that use a counted word. */
export function wordyComments({ comments }: SourceFile): readonly Comment[] {
  return comments.filter((comment) => countIn([comment], riddle) + countIn([comment], what) > 0);
}

function foldersOf(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

function duplicatesIn(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const homes = new Map<string, readonly string[]>();
  for (const { path, exports } of files)
    for (const name of exports) homes.set(name, [...(homes.get(name) ?? []), path]);
  return new Map([...homes].filter(([, paths]) => paths.length > 1));
}

function circlesIn(graph: ImportGraph): readonly Circle[] {
  const circles: Circle[] = [];
  for (const file of graph.keys()) {
    if (circles.some(({ members }) => members.includes(file))) continue;
    const reached = reachedFrom(file, graph);
    if (!reached.has(file)) continue;
    const members = [...graph.keys()].filter((other) => reached.has(other) && reachedFrom(other, graph).has(file));
    circles.push({ members, way: wayRound(file, reached) });
  }
  return circles;
}

/** Every file that at least one import leads to, with the file before it on a shortest way; the start itself only through a circle. */
function reachedFrom(start: string, graph: ImportGraph): ReadonlyMap<string, string> {
  const reached = new Map<string, string>();
  const queue = [start];
  for (const file of queue)
    for (const next of graph.get(file) ?? [])
      if (!reached.has(next)) {
        reached.set(next, file);
        queue.push(next);
      }
  return reached;
}

function wayRound(start: string, reached: ReadonlyMap<string, string>): readonly string[] {
  const way = [start];
  for (let file = reached.get(start); file !== undefined && file !== start; file = reached.get(file)) way.unshift(file);
  return [start, ...way];
}

function longestChain(graph: ImportGraph, circles: readonly Circle[]): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const chainFrom = (file: string): readonly string[] => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const group = circles.find(({ members }) => members.includes(file))?.members ?? [file];
    const next = group.flatMap((member) => graph.get(member) ?? []).filter((other) => !group.includes(other));
    const chain = [...group.slice(0, 1), ...longest(next.map(chainFrom))];
    for (const member of group) known.set(member, chain);
    return chain;
  };
  return longest([...graph.keys()].map(chainFrom));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}

function perThousandWords(pattern: RegExp, comments: readonly Comment[]): number {
  const words = countIn(comments, /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu);
  return words === 0 ? 0 : (1_000 * countIn(comments, pattern)) / words;
}

function countIn(comments: readonly Comment[], pattern: RegExp): number {
  return sum(comments.map(({ text }) => [...text.matchAll(pattern)].length));
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
