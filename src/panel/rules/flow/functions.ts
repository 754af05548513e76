import { type Call, type Follower, type Scope, setValue, testsIn, typeText } from "./scope.ts";
import { run } from "./statements.ts";
import { child, childrenOf, either, isTainted, type Node, request, unknown, type Value } from "./tree.ts";

/** Follows a function in the surrounding scope, with its parameters. `whole`: with its decorators. */
export function runFunction(node: Node, scope: Scope, follower: Follower, whole: Node = node): void {
  const filledBy = whole.children
    .filter(({ type }) => type === "decorator" || type === "modifiers")
    .map(({ text }) => text);
  const decorators = filledBy.join("\n");
  const body = node.type === "class_body" ? node : child(node, "body");
  if (body === undefined) return;
  const inside = { ...insideOf(node, scope, follower), answers: follower.language.answers.test(decorators) };
  for (const { name, parameter } of [...parametersOf(node, "receiver"), ...parametersOf(node)])
    setValue(name, filled(name, parameter, decorators, follower), inside, typeText(child(parameter, "type")));
  run(body, inside, follower);
}

/** Limits on the number and depth of followed calls to functions of the same file. */
const mostCalls = 200;
const deepest = 2;

/**
 * The results of the file's functions when request data is passed to them. A name with two functions is not followed.
 */
export function ownFunctions(root: Node, follower: () => Follower): Follower["resultOfOwn"] {
  const functions = functionsIn(root);
  let [calls, depth] = [0, 0];
  return ({ node, callee, given }: Call, { calls: names }) => {
    const own = functions.get(callee.replace(ownObject, ""));
    if (own === undefined || own === null || !given.some(isTainted)) return null;
    if (calls >= mostCalls || depth >= deepest) return null;
    const inside = insideOf(
      own,
      { values: new Map(), tested: new Set(), calls: names, returned: [], answers: false },
      follower(),
    );
    const parameters = parametersOf(own).filter(({ name }) => name !== "self" && name !== "cls");
    parameters.forEach(({ name, parameter }, index) => {
      setValue(name, given[index] ?? unknown, inside, typeText(child(parameter, "type")));
    });
    calls += 1;
    depth += 1;
    try {
      run(child(own, "body"), inside, follower());
    } finally {
      depth -= 1;
    }
    const result = inside.returned.reduce((one, other) => either(one, other), unknown);
    return isTainted(result) ? { text: result.text, made: node } : result;
  };
}

const ownObject = /^(?:this|self|cls|new\w*\(\))\.|^(?:new\s?)?[A-Z]\w*\(\)\./;

function functionsIn(root: Node): ReadonlyMap<string, Node | null> {
  const functions = new Map<string, Node | null>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (/^(?:function_definition|function_declaration|method_declaration)$/.test(node.type)) {
      const name = child(node, "name")?.text ?? "";
      functions.set(name, functions.has(name) ? null : node);
    }
    waiting.push(...node.children);
  }
  return functions;
}

function insideOf(node: Node, scope: Scope, { language }: Follower): Scope {
  const { tested, calls } = testsIn(child(node, "body") ?? node, language);
  return {
    values: new Map(scope.values),
    tested: new Set([...scope.tested, ...tested]),
    calls: [...scope.calls, ...calls],
    returned: [],
    answers: false,
  };
}

function parametersOf(node: Node, field = "parameters"): { name: string; parameter: Node }[] {
  return (child(node, field)?.children ?? []).flatMap((parameter) => {
    const named = childrenOf(parameter, "name");
    const bare =
      parameter.type === "identifier"
        ? [parameter]
        : parameter.children.filter(({ type }) => type === "identifier").slice(0, 1);
    return (named.length > 0 ? named : bare).map(({ text }) => ({ name: text, parameter }));
  });
}

/** A parameter that the framework fills with text from a request. */
function filled(name: string, parameter: Node, decorators: string, { language }: Follower): Value {
  const type = typeText(child(parameter, "type")) ?? "";
  if (language.dataTypes.test(type)) return request;
  const own = parameter.children.filter((one) => one.type === "modifiers").map(({ text }) => text);
  if (language.boundObjects.test(own.join(" "))) return request;
  const isBound = language.bound.test(own.join(" ")) || language.bound.test(decorators);
  const isConverted =
    decorators.includes(`:${name}>`) && new RegExp(`<(?:int|float|uuid|any)[^>]*:${name}>`).test(decorators);
  return isBound && !isConverted && name !== "self" && language.boundTypes.test(type) ? request : unknown;
}
