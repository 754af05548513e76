import type { FlowLanguage } from "./languages.ts";
import { calleeOf, isCall, type Scope } from "./scope.ts";
import { marks, type Node, type Value } from "./tree.ts";

export interface Call {
  readonly node: Node;
  /** The receiver as an expression; `on` is its value. */
  readonly object: Node | undefined;
  readonly callee: string;
  readonly on: Value;
  readonly given: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/**
 * Follows values through a program. `onCall` gets each call, `runFunction` follows a function that is written as a
 * value.
 */
export interface Follower {
  readonly language: FlowLanguage;
  readonly onCall: (call: Call, scope: Scope) => void;
  readonly runFunction: (node: Node, scope: Scope, whole?: Node) => void;
  /** The result of a function of the same file, or null for any other. */
  readonly resultOfOwn: (call: Call, scope: Scope) => Value | null;
  /** Counts the given number of steps (1 by default). Throws if the work is too much or nested too deeply. */
  readonly within: <T>(work: () => T, cost?: number) => T;
}

const mostSteps = 3_000_000;
const deepest = 600;

/** A hostile source must not keep a review busy for minutes. */
export function bounded(): Follower["within"] {
  let [steps, depth] = [0, 0];
  return (work, cost = 1) => {
    if (steps >= mostSteps) throw new Error("not searched: too many places of this file would have to be followed");
    if (depth >= deepest) throw new Error("not searched: this file is nested too deeply");
    steps += cost;
    depth += 1;
    try {
      return work();
    } finally {
      depth -= 1;
    }
  };
}

export function typeOf(node: Node | undefined, scope: Scope, { language }: Follower): string | undefined {
  if (node === undefined) return undefined;
  const known = scope.values.get(node.text)?.type;
  if (known !== undefined) return known;
  const name = isCall(node) ? calleeOf(node) : node.text;
  return language.results.find(([result]) => result.test(name))?.[1];
}

/** By its declared type, or by its name if no declaration is visible. */
export function isRequest(node: Node | undefined, scope: Scope, follower: Follower): boolean {
  if (node === undefined) return false;
  const type = typeOf(node, scope, follower);
  if (type !== undefined) return follower.language.requestTypes.test(type);
  const isUnknown = (scope.values.get(node.text)?.text ?? marks.unknown) === marks.unknown;
  return isUnknown && follower.language.requestNames.test(node.text);
}
