import { Parser, type Tree } from "web-tree-sitter";

/**
 * Frees the syntax trees that ast-grep makes while `work` runs. Its WebAssembly build drops them without telling web-tree-sitter: about
 * 0.5 MB stays behind for each scan of 600 lines, and the parser aborts after some thousand. There is no other handle on them.
 */
export function withReleasedTrees<T>(work: () => T): T {
  const { parse } = Parser.prototype;
  const trees: Tree[] = [];
  Parser.prototype.parse = function (this: Parser, ...parameters: Parameters<Parser["parse"]>) {
    const tree = parse.apply(this, parameters);
    if (tree !== null) trees.push(tree);
    return tree;
  };
  try {
    return work();
  } finally {
    Parser.prototype.parse = parse;
    for (const tree of trees) tree.delete();
  }
}
