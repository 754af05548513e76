import { Language, Parser, Query, type QueryMatch, type Tree } from "web-tree-sitter";
import type { Grammar } from "./languages.ts";
import { queries } from "./queries.ts";

// The package has one engine per process. Two starts at the same time would each make one, and objects of the first would be
// lost.
let started: Promise<void> | undefined;

export function startTreeSitter(): Promise<void> {
  started ??= Parser.init().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

interface Loaded {
  readonly parser: Parser;
  readonly query: Query;
}

const loaded = new Map<string, Promise<Loaded>>();

async function load(file: string, query: string): Promise<Loaded> {
  await startTreeSitter();
  const language = await Language.load(file);
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, query: new Query(language, query) };
}

/**
 * The engine asks about every 100 operations whether to continue. Ordinary code takes one such step per 150 characters.
 */
const mostSteps = (text: string): number => 1_000 + text.length / 50;

/** All matches of the language's query, each read by `read`. Throws as `withTree` does. */
export async function matchesIn<T>(
  grammar: Grammar,
  file: string,
  text: string,
  read: (match: QueryMatch) => T,
): Promise<T[]> {
  return withTree(file, queries[grammar], text, (_, matches) => matches.map(read));
}

/**
 * The tree of a text and the matches of a query in it, read by `read` before the tree is freed. Throws if the grammar cannot be loaded or the
 * text takes too long.
 */
export async function withTree<T>(
  file: string,
  asked: string,
  text: string,
  read: (tree: Tree, matches: readonly QueryMatch[]) => T,
): Promise<T> {
  const key = `${file} ${asked}`;
  const pending = loaded.get(key) ?? load(file, asked);
  loaded.set(key, pending);
  const { parser, query } = await pending.catch((error: unknown) => {
    loaded.delete(key);
    throw error;
  });
  let steps = 0;
  const most = mostSteps(text);
  const tree = parser.parse(text, null, { progressCallback: () => ++steps > most });
  if (tree === null) {
    parser.reset();
    throw new Error("parsing it takes too long");
  }
  try {
    if (isTooTangled(tree)) throw new Error("it is nested too deeply, or most of it is not code in its language");
    return read(tree, query.matches(tree.rootNode));
  } finally {
    tree.delete();
  }
}

const mostFaultyPairs = 100_000_000;
const mostDepth = 20_000;

/**
 * Whether a query would take long: it compares the children of a faulty node in pairs (100,000 open brackets took 20 seconds), and it
 * loses its place in a tree of more than 65,535 levels. No hand-written code comes near these limits.
 */
function isTooTangled(tree: Tree): boolean {
  const cursor = tree.walk();
  let [pairs, depth] = [0, 0];
  const next = (): boolean => {
    if (cursor.gotoFirstChild()) {
      depth += 1;
      return true;
    }
    if (cursor.gotoNextSibling()) return true;
    while (cursor.gotoParent()) {
      depth -= 1;
      if (cursor.gotoNextSibling()) return true;
    }
    return false;
  };
  const isFaulty = tree.rootNode.hasError;
  do if (isFaulty && cursor.nodeType === "ERROR") pairs += cursor.currentNode.childCount ** 2;
  while (pairs < mostFaultyPairs && depth < mostDepth && next());
  cursor.delete();
  return pairs >= mostFaultyPairs || depth >= mostDepth;
}

/** Nodes that are errors or that the parser inserted because they were missing. */
export function faultsIn(tree: Tree): number {
  if (!tree.rootNode.hasError) return 0;
  const cursor = tree.walk();
  let faults = 0;
  const next = (): boolean => {
    if (cursor.gotoFirstChild() || cursor.gotoNextSibling()) return true;
    while (cursor.gotoParent()) if (cursor.gotoNextSibling()) return true;
    return false;
  };
  do {
    if (cursor.nodeType === "ERROR" || cursor.nodeIsMissing) faults++;
  } while (next());
  cursor.delete();
  return faults;
}
