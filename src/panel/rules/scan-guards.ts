import { Node, Parser, type Tree } from "web-tree-sitter";
import type { RuleMatch } from "../../domain/ports.ts";

/**
 * Bounds the nodes that all rules together visit in a tree while `work` runs. A rule that looks beside or around a node
 * does so for each match, and a few thousand statements in a row took minutes and gigabytes. Beyond the bound every
 * node seems to have no children, so that the search ends at once; `isExhausted` then marks its answer as invalid.
 */
export function withBoundedChildren<T>(mostVisits: number, work: (isExhausted: () => boolean) => T): T {
  const original = Object.getOwnPropertyDescriptor(Node.prototype, "children");
  if (original?.get === undefined) throw new Error("web-tree-sitter has no getter for the children of a node");
  const { get } = original;
  let visits = 0;
  Object.defineProperty(Node.prototype, "children", {
    ...original,
    get(this: Node): Node["children"] {
      if (visits >= mostVisits) return [];
      const children = get.call(this);
      visits += children.length;
      // A match keeps the nodes around it, and each of those would keep all of its children.
      Reflect.set(this, "_children", undefined);
      return children;
    },
  });
  try {
    return work(() => visits >= mostVisits);
  } finally {
    Object.defineProperty(Node.prototype, "children", original);
  }
}

/**
 * Frees the syntax trees that ast-grep makes while `work` runs. Its WebAssembly build drops them without notifying
 * web-tree-sitter: each scan of 600 lines leaks about 0.5 MB, and the parser aborts after a few thousand. There is no
 * other handle on them; `work` sees them too.
 */
export function withReleasedTrees<T>(work: (trees: readonly Tree[]) => T): T {
  const { parse } = Parser.prototype;
  const trees: Tree[] = [];
  Parser.prototype.parse = function (this: Parser, ...parameters: Parameters<Parser["parse"]>) {
    const tree = parse.apply(this, parameters);
    if (tree !== null) trees.push(tree);
    return tree;
  };
  try {
    return work(trees);
  } finally {
    Parser.prototype.parse = parse;
    for (const tree of trees) tree.delete();
  }
}

/**
 * Characters besides LF and CRLF that end a line in a language whose grammar here does not know it. Each is one unit
 * long.
 */
const breaks: Readonly<Record<string, RegExp>> = {
  python: /\r(?!\n)/g,
  java: /\r(?!\n)/g,
  yaml: /\r(?!\n)|[\u0085\u2028\u2029]/g,
};

export interface SourceLines {
  /** The source with LF at the end of each line that the language sees. */
  readonly text: string;
  /** Maps a match in `text` to its place in the source, whose lines end with LF alone. */
  readonly placed: (match: RuleMatch) => RuleMatch;
}

/** A source with the lines that its language sees: after a lone carriage return in a comment there is code again. */
export function linesAsRead(language: string, source: string): SourceLines {
  const text = source.replace(breaks[language] ?? /(?!)/, "\n");
  if (text === source) return { text, placed: (match) => match };
  const rows = rowsOf(source, text);
  const place = (line: number, column: number): { line: number; column: number } => {
    const row = rows[line - 1];
    return row === undefined ? { line, column } : { line: row.line, column: row.column + column };
  };
  return {
    text,
    placed({ startLine, startColumn, endLine, endColumn }) {
      const [start, end] = [place(startLine, startColumn), place(endLine, endColumn)];
      return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
    },
  };
}

/** For each line of `text`, the offset of its start in the source. */
function rowsOf(source: string, text: string): { line: number; column: number }[] {
  const rows = [{ line: 1, column: 0 }];
  let [line, lineStart] = [1, 0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (source[at] === "\n") [line, lineStart] = [line + 1, at + 1];
    rows.push({ line, column: at + 1 - lineStart });
  }
  return rows;
}
