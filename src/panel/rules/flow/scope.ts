import type { FlowLanguage } from "./languages.ts";
import { child, marks, type Node, type Value } from "./tree.ts";

/** The known facts at one place of a function. */
export interface Scope {
  readonly values: Map<string, Value>;
  /** Names that some test of the function uses, and the calls in tests, both as in the source. */
  readonly tested: ReadonlySet<string>;
  readonly calls: readonly string[];
  /** The function's result at each of its exits. */
  readonly returned: Value[];
  /** Whether the result is sent to a client as a page. */
  readonly answers: boolean;
}

export function branchOf(scope: Scope): Scope {
  return { ...scope, values: new Map(scope.values) };
}

export function held(name: string, { values, tested }: Scope): Value | undefined {
  const value = values.get(name);
  if (value === undefined || !tested.has(name)) return value;
  return { ...value, text: value.text.replaceAll(marks.request, marks.unknown) };
}

/** The full name of the callee, in Java without packages: `Runtime.getRuntime().exec`, `new File`, `os.system`. */
export function calleeOf(node: Node): string {
  const type = node.type === "object_creation_expression" ? child(node, "type")?.text : undefined;
  const object = child(node, "object")?.text;
  const name = child(node, "name")?.text ?? "";
  const own = child(node, "function")?.text ?? (object === undefined ? name : `${object}.${name}`);
  const full = (type === undefined ? own : `new ${type}`).slice(-longestName).replaceAll(/\s+/g, "");
  return full
    .replace(/^new/, type === undefined ? "new" : "new ")
    .replaceAll(/\b(?:[a-z_]\w*\.)+(?=[A-Z]\w*[.<]|[A-Z]\w*$)/g, (packages) =>
      node.type === "call_expression" || node.type === "call" ? packages : "",
    );
}

export function setValue(name: string, value: Value, { values }: Scope, type?: string): void {
  const known = type ?? values.get(name)?.type;
  values.set(name, known === undefined ? value : { ...value, type: known });
}

/** A declared type without its packages. In Go they distinguish the types of libraries. */
export function typeText(node: Node | undefined): string | undefined {
  return node?.text
    .replaceAll(/\s+/g, "")
    .replaceAll(/\b(?!(?:http|gin|echo|fiber|fasthttp|beego|iris)\.)(?:[a-z]\w*\.)+(?=[A-Z])/g, "");
}

const longestName = 200;
const callTypes = new Set(["method_invocation", "object_creation_expression", "call", "call_expression"]);

export function isCall({ type }: Node): boolean {
  return callTypes.has(type);
}

/** The receiver of a method call. */
export function receiverOf(node: Node): Node | undefined {
  const called = child(node, "function");
  return child(node, "object") ?? child(called, "object") ?? child(called, "operand");
}

/** Scans a function once before it is followed. */
export function testsIn(body: Node, { guards }: FlowLanguage): { tested: Set<string>; calls: string[] } {
  const tested = new Set<string>();
  const calls: string[] = [];
  const waiting = [body];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isCall(node)) {
      const name = calleeOf(node);
      calls.push(name);
      if (guards.test(name)) for (const asked of askedOf(node)) tested.add(asked.text);
    }
    for (const asked of choices[node.type]?.(node) ?? []) tested.add(asked?.text.replace(/^\((.*)\)$/s, "$1") ?? "");
    waiting.push(...node.children);
  }
  return { tested, calls };
}

function askedOf(call: Node): readonly Node[] {
  const object = receiverOf(call);
  return [...(child(call, "arguments")?.children ?? []), ...(object === undefined ? [] : [object])];
}

/** Choices among names in the program itself. */
const choices: Readonly<Record<string, (node: Node) => readonly (Node | undefined)[]>> = {
  switch_expression: (node) => [child(node, "condition")],
  switch_statement: (node) => [child(node, "condition")],
  expression_switch_statement: (node) => [child(node, "value")],
  match_statement: (node) => [child(node, "subject")],
  comparison_operator: (node) => {
    if (!/^(?:not\s+)?in$/.test(node.operator)) return [];
    const [sought, within] = node.children;
    // Searches it for a harmful sign, such as `../` or a quote.
    return [sought, ...(/^["'][^A-Za-z0-9]+["']$/.test(sought?.text ?? "") ? [within, within?.children[0]] : [])];
  },
  // Go: looked up in a map of known values.
  index_expression: (node) => [child(node, "index")],
};

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
