import type { FlowLanguage } from "./languages.ts";
import { calleeOf, isCall, type Scope } from "./scope.ts";
import type { Node } from "./tree.ts";
import { marks, type Value } from "./values.ts";

export interface Call {
  readonly node: Node;
  /** What it is called on, as an expression; `on` is its value. */
  readonly object: Node | undefined;
  readonly callee: string;
  readonly on: Value;
  readonly given: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** What follows values through a program. `onCall` hears of each call, `runFunction` follows a function that is written as a value. */
export interface Follower {
  readonly language: FlowLanguage;
  readonly onCall: (call: Call, scope: Scope) => void;
  readonly runFunction: (node: Node, scope: Scope, whole?: Node) => void;
  /** What a function of the same file gives back, or null for any other. */
  readonly resultOfOwn: (call: Call, scope: Scope) => Value | null;
  /** Does a piece of the work, of so many steps (1), and throws where it is too much or nested too deeply. */
  readonly within: <T>(work: () => T, cost?: number) => T;
}

const mostSteps = 3_000_000;
const deepest = 600;

/** Hostile sources must not keep a review for minutes. */
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

/** By its declared type; by its name only where no declaration is in sight. */
export function isRequest(node: Node | undefined, scope: Scope, follower: Follower): boolean {
  if (node === undefined) return false;
  const type = typeOf(node, scope, follower);
  if (type !== undefined) return follower.language.requestTypes.test(type);
  const isUnknown = (scope.values.get(node.text)?.text ?? marks.unknown) === marks.unknown;
  return isUnknown && follower.language.requestNames.test(node.text);
}
