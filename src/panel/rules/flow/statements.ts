import { assign, assignTo, declare } from "./assignments.ts";
import { evaluate } from "./expressions.ts";
import { branchOf, type Follower, type Scope, setValue, typeText } from "./scope.ts";
import { child, childrenOf, eachOf, either, hasMarks, type Node, unknown } from "./tree.ts";

type Run = (node: Node, scope: Scope, follower: Follower) => void;

/** Follows one statement after the other. Each branch may run; a loop is followed once. */
export function run(node: Node | undefined, scope: Scope, follower: Follower): void {
  if (node === undefined) return;
  follower.within(() => {
    const known = kinds[node.type];
    if (known !== undefined) known(node, scope, follower);
    else if (isStatement.test(node.type)) for (const one of node.children) run(one, scope, follower);
    else evaluate(node, scope, follower);
  });
}

const isStatement =
  /(?:statement|block|body|clause|list|program|module|source_file|declaration|definition|resource_specification|with_item|default_case)$/;

const loop: Run = (node, scope, follower) => {
  const range = node.children.find(({ type }) => type === "range_clause") ?? node;
  const [name, from] = [child(node, "name") ?? child(range, "left"), child(range, "right") ?? child(node, "value")];
  const each = eachOf(evaluate(from, scope, follower));
  for (const one of name === undefined ? [] : [name, ...name.children])
    if (one.children.length === 0) setValue(one.text, each, scope, typeText(child(node, "type")));
  for (const one of node.children)
    if (one !== name && one !== from && one !== range && one.field !== "type") run(one, scope, follower);
};

const kinds: Readonly<Record<string, Run>> = {
  assignment: assign,
  augmented_assignment: assign,
  assignment_expression: assign,
  assignment_statement: assign,
  short_var_declaration: assign,
  named_expression: (node, scope, follower) =>
    assignTo(child(node, "name"), evaluate(child(node, "value"), scope, follower), undefined, scope, follower),
  local_variable_declaration: declare,
  field_declaration: declare,
  var_spec: declare,
  const_spec: declare,
  resource: declare,
  enhanced_for_statement: loop,
  for_statement: loop,
  for_in_clause: loop,
  as_pattern: (node, scope, follower) =>
    assignTo(
      child(node, "alias")?.children[0],
      evaluate(node.children[0], scope, follower),
      undefined,
      scope,
      follower,
    ),
  if_statement: (node, scope, follower) => {
    run(child(node, "initializer"), scope, follower);
    const condition = child(node, "condition");
    for (const one of assignmentsIn(condition)) run(one, scope, follower);
    const test = evaluate(condition, scope, follower).text;
    const [yes, ...no] = [child(node, "consequence"), ...childrenOf(node, "alternative")];
    oneOf(
      [...(test === "false" ? [] : [yes]), ...(test === "true" ? [] : no)],
      /^(?:true|false)$/.test(test) || no.some((one) => one.type !== "elif_clause"),
      scope,
      follower,
    );
  },
  switch_expression: choice,
  expression_switch_statement: choice,
  match_statement: choice,
  except_clause: maybe,
  catch_clause: maybe,
  function_definition: define,
  function_declaration: define,
  method_declaration: define,
  constructor_declaration: define,
  return_statement: (node, scope, follower) => {
    const value = evaluate(node.children[0], scope, follower);
    scope.returned.push(value);
    if (scope.answers)
      follower.onCall(
        { node, object: undefined, callee: "return", on: unknown, given: [value], named: new Map() },
        scope,
      );
  },
  decorated_definition: (node, scope, follower) => follower.runFunction(child(node, "definition") ?? node, scope, node),
  class_body: (node, scope, follower) => {
    const inside = branchOf(scope);
    const fields = node.children.filter(({ type }) => type === "field_declaration");
    for (const one of [...fields, ...node.children.filter((other) => !fields.includes(other))])
      run(one, inside, follower);
  },
};

/** A condition can give a value a name. */
function assignmentsIn(node: Node | undefined): readonly Node[] {
  if (node === undefined || /function|lambda|body/.test(node.type)) return [];
  const isOne = node.type === "named_expression" || node.type === "assignment_expression";
  return isOne ? [node] : node.children.flatMap(assignmentsIn);
}

function define(node: Node, scope: Scope, follower: Follower): void {
  follower.runFunction(node, scope);
}

function maybe(node: Node, scope: Scope, follower: Follower): void {
  const inside = branchOf(scope);
  for (const one of node.children) run(one, inside, follower);
  join([inside], false, scope);
}

/** The cases of a choice, or the named one if the subject is known. */
function choice(node: Node, scope: Scope, follower: Follower): void {
  const subject = child(node, "condition") ?? child(node, "value") ?? child(node, "subject");
  const known = evaluate(subject, scope, follower);
  const cases = (child(node, "body")?.children ?? node.children).filter((one) => one !== subject);
  if (hasMarks(known) || known.text === "") {
    oneOf(cases, cases.some(isDefault), scope, follower);
    return;
  }
  const isNamed = (one: Node): boolean =>
    labelsOf(one).some((label) => evaluate(label, scope, follower).text === known.text);
  const named = cases.findIndex(isNamed);
  const at = named === -1 ? cases.findIndex(isDefault) : named;
  // A case without statements falls through to the next.
  const chosen = at === -1 ? undefined : cases.slice(at).find((one) => one.children.length > 1);
  oneOf(chosen === undefined ? [] : [chosen], chosen !== undefined, scope, follower);
}

function labelsOf(one: Node): readonly Node[] {
  return one.children
    .filter(({ type, field }) => /label|pattern/.test(type) || field === "value")
    .flatMap(({ children }) => children);
}

function isDefault(one: Node): boolean {
  return /default/.test(one.type) || /^(?:default\b|case _\s*:)/.test(one.text);
}

/** Each branch gets a copy of the known facts. This is the cost in steps of copying one value. */
const copying = 0.1;

function oneOf(branches: readonly (Node | undefined)[], isComplete: boolean, scope: Scope, follower: Follower): void {
  follower.within(() => undefined, scope.values.size * (branches.length + 1) * copying);
  const scopes = branches.map((branch) => {
    const inside = branchOf(scope);
    if (branch !== undefined && /case|group|rule/.test(branch.type))
      for (const one of branch.children) run(one, inside, follower);
    else run(branch, inside, follower);
    return inside;
  });
  join(scopes, isComplete && scopes.length > 0, scope);
}

/** The facts after branches: for each name the value that says more about request data. */
function join(branches: readonly Scope[], isComplete: boolean, scope: Scope): void {
  const all = isComplete ? branches : [...branches, { values: new Map(scope.values) }];
  for (const name of new Set(branches.flatMap(({ values }) => [...values.keys()]))) {
    const values = all.map((one) => one.values.get(name));
    if (values.some((value) => value !== scope.values.get(name)))
      scope.values.set(name, values.reduce(either) ?? unknown);
  }
}
