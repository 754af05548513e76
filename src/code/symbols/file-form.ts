import type { Node, QueryMatch } from "web-tree-sitter";
import type { FileForm, FormOf } from "../../domain/ports.ts";
import { declaredQueries, isScope } from "./declared.ts";
import { grammarOf } from "./languages.ts";
import { lineForms } from "./line-forms.ts";
import { type GrammarFiles, reasonNotToParse } from "./read-symbols.ts";
import { faultsIn, withTree } from "./tree-sitter.ts";

/** The form of any text that a grammar or a small parser here can read. A text that cannot be parsed has none. */
export function formReader(grammars: GrammarFiles): FormOf {
  return async (path, text) => {
    if (reasonNotToParse(text) !== null) return null;
    const byLines = lineForms.find(({ paths }) => paths.test(path));
    if (byLines !== undefined) return byLines.formOf(text);
    const grammar = grammarOf(path)?.grammar;
    const file = grammar === undefined ? undefined : grammars[grammar];
    if (grammar === undefined || file === undefined) return null;
    try {
      return await withTree(file, declaredQueries[grammar], text, (tree, matches): FileForm => {
        const misplaced = matches.filter(({ captures }) =>
          captures.some(({ name, node }) => name === "placed" && isMisplaced(node)),
        );
        return { faults: faultsIn(tree) + misplaced.length, again: declaredAgain(matches) };
      });
    } catch {
      return null;
    }
  };
}

function declaredAgain(matches: readonly QueryMatch[]): string[] {
  const names = matches.flatMap(({ captures }) => {
    const named = captures.find(({ name }) => name === "name" || name === "known");
    if (named === undefined || named.node.text === "_") return [];
    const of = captures.filter(({ name }) => name === "of").map(({ node }) => node.text);
    const { startIndex: at, text } = named.node;
    return [{ at, text, key: `${scopeOf(named.node)} ${of.join(" ")} ${text}`, isOnce: named.name === "name" }];
  });
  const known = new Map<string, number>();
  return names
    .sort((one, other) => one.at - other.at)
    .flatMap(({ at, key, text, isOnce }) => {
      const earlier = known.get(key);
      known.set(key, earlier ?? at);
      return isOnce && earlier !== undefined && earlier !== at ? [text] : [];
    });
}

/** A parameter belongs to the body of its function. */
function scopeOf(name: Node): number {
  for (let node = name.parent; node !== null; node = node.parent) {
    if (isScope(node.type)) return node.id;
    if (/parameters$|^parameter_list$/.test(node.type)) {
      const owner = node.parent?.childForFieldName("body") ?? node.parent;
      if (owner !== null && owner !== undefined) return owner.id;
    }
  }
  return 0;
}

const functions = /function|method_definition|lambda/;
const namespaces = /^(?:internal_module|module|ambient_declaration)$/;

/** Where compilers refuse what a grammar lets through. */
function isMisplaced(node: Node): boolean {
  const owner = ancestorOf(node, functions);
  if (node.type === "return_statement") return owner === null && ancestorOf(node, /^class_static_block$/) === null;
  if (node.type === "await_expression") return owner !== null && !isAsync(owner);
  if (node.type === "await") return owner === null || !isAsync(owner);
  const { parent } = node;
  return parent !== null && parent.type !== "program" && !namespaces.test(parent.parent?.type ?? "");
}

function isAsync(owner: Node): boolean {
  return /^(?:(?:static|public|private|protected|override)\s+)*async\b/.test(owner.text);
}

function ancestorOf(node: Node, types: RegExp): Node | null {
  for (let at = node.parent; at !== null; at = at.parent) if (types.test(at.type)) return at;
  return null;
}
