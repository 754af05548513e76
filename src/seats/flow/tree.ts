import type { Tree } from "web-tree-sitter";

/** A node of a syntax tree as plain data. */
export interface Node {
  readonly type: string;
  readonly field: string | null;
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Named ones only. */
  readonly children: readonly Node[];
  /** The operator between the operands of an operation. */
  readonly operator: string;
}

interface Open extends Omit<Node, "children" | "operator"> {
  children: Node[];
  operator: string;
}

/** The whole tree, read once, because each step through the engine's own nodes costs a call into WebAssembly. */
export function plainTree(tree: Tree, source: string): Node {
  const cursor = tree.walk();
  const open: Open[] = [];
  const enter = (): void => {
    const { startPosition: start, endPosition: end } = cursor;
    const node: Open = {
      type: cursor.nodeType,
      field: cursor.currentFieldName,
      text: source.slice(cursor.startIndex, cursor.endIndex),
      line: start.row + 1,
      column: start.column,
      endLine: end.row + 1,
      endColumn: end.column,
      children: [],
      operator: "",
    };
    const parent = open.at(-1);
    if (parent !== undefined) {
      if (cursor.nodeIsNamed && !/comment/.test(node.type)) parent.children.push(node);
      else if (node.field === "operator" || node.field === "operators") parent.operator ||= node.text;
    }
    open.push(node);
  };
  enter();
  const root = open[0];
  for (;;) {
    if (cursor.gotoFirstChild()) {
      enter();
      continue;
    }
    open.pop();
    while (!cursor.gotoNextSibling()) {
      open.pop();
      if (!cursor.gotoParent()) {
        cursor.delete();
        if (root === undefined) throw new Error("the syntax tree is empty");
        return root;
      }
    }
    enter();
  }
}

export function child(node: Node | undefined, field: string): Node | undefined {
  return node?.children.find((one) => one.field === field);
}

export function childrenOf(node: Node, field: string): readonly Node[] {
  return node.children.filter((one) => one.field === field);
}
