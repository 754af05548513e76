import { Parser, type Tree } from "web-tree-sitter";

/**
 * Frees the syntax trees that ast-grep makes while `work` runs. Its WebAssembly build drops them without telling web-tree-sitter: about
 * 0.5 MB stays behind for each scan of 600 lines, and the parser aborts after some thousand. There is no other handle on them; `work` sees them too.
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

/** Nodes that are errors or that the parser put in because they were missing. */
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
