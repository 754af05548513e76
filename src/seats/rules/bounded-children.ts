import { Node } from "web-tree-sitter";

/**
 * Bounds what rules visit in a tree while `work` runs, all of them together: a rule that looks at what stands beside or around a node does so for
 * each match, and a few thousand statements in a row took minutes and gigabytes. Beyond the bound every node seems to have no children, so
 * that the search ends at once; `isExhausted` then says that its answer is none.
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
