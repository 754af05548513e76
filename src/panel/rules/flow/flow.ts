import type { Tree } from "web-tree-sitter";
import type { RuleMatch } from "../../../domain/ports.ts";
import type { Flow } from "../rule.ts";
import { ownFunctions, runFunction } from "./functions.ts";
import { flowLanguages } from "./languages.ts";
import { bounded, type Call, type Follower, type Scope } from "./scope.ts";
import { run } from "./statements.ts";
import { isTainted, marks, type Node, plainTree, type Value } from "./tree.ts";

interface Compiled {
  readonly sinks: readonly { readonly test: (call: Call, names: readonly string[]) => Value | undefined }[];
  readonly unless: RegExp | null;
  readonly at: Flow["at"];
}

/** The matches of each flow in one tree. */
export function followed(language: string, tree: Tree, source: string, flows: readonly Flow[]): readonly RuleMatch[][] {
  const known = flowLanguages[language];
  if (known === undefined) throw new Error(`data flow is not known for ${language}`);
  const compiled = flows.map(compile);
  const found = flows.map((): Map<string, RuleMatch> => new Map());
  const root = plainTree(tree, source);
  const follower: Follower = {
    language: known,
    onCall: (call, scope) => {
      const names = namesOf(call, scope);
      compiled.forEach(({ sinks, unless, at }, index) => {
        for (const { test } of sinks) {
          const reached = test(call, names);
          if (reached === undefined || (unless !== null && scope.calls.some((name) => unless.test(name)))) continue;
          const place = at === "text" ? (reached.made ?? call.node) : call.node;
          found[index]?.set(`${place.line} ${place.column}`, placeOf(place));
        }
      });
    },
    runFunction: (node, scope, whole) => runFunction(node, scope, follower, whole),
    resultOfOwn: ownFunctions(root, () => follower),
    within: bounded(),
  };
  run(root, { values: new Map(), tested: new Set(), calls: [], returned: [], answers: false }, follower);
  return found.map((matches) => [...matches.values()]);
}

/** The callee as written, and with the declared type of its receiver. */
function namesOf({ callee }: Call, { values }: Scope): readonly string[] {
  const dot = callee.lastIndexOf(".");
  const type = dot === -1 ? undefined : values.get(callee.slice(0, dot))?.type;
  return type === undefined ? [callee] : [callee, `${type}${callee.slice(dot)}`];
}

function compile({ sinks, unless, at }: Flow): Compiled {
  return {
    sinks: sinks.map((sink) => ({ test: sinkTest(sink) })),
    unless: unless === undefined ? null : new RegExp(unless),
    at,
  };
}

function sinkTest({
  call: name,
  argument,
  named,
  holds,
  when,
}: Flow["sinks"][number]): Compiled["sinks"][number]["test"] {
  const called = new RegExp(name);
  const held = holds === undefined ? null : new RegExp(readable(holds), "is");
  const context = when === undefined ? null : new RegExp(when);
  return (call, names) => {
    if (!names.some((one) => called.test(one)) || context?.test(call.node.text) === false) return undefined;
    return valuesOf(call, argument, named).find(
      (value) => isTainted(value) && (held === null || held.test(value.text)),
    );
  };
}

function valuesOf(
  { on, given, named }: Call,
  argument: Flow["sinks"][number]["argument"],
  keyword = "",
): readonly Value[] {
  if (argument === "object") return [on];
  if (argument === "any") return given;
  if (argument === "all") return [{ ...given.find(isTainted), text: given.map(({ text }) => text).join(marks.next) }];
  return [given[argument], named.get(keyword)].flatMap((value) => value ?? []);
}

function readable(pattern: string): string {
  return pattern
    .replaceAll("<request>", marks.request)
    .replaceAll("<other>", marks.unknown)
    .replaceAll("<next>", marks.next);
}

function placeOf({ line, column, endLine, endColumn }: Node): RuleMatch {
  return { startLine: line, startColumn: column, endLine, endColumn };
}
