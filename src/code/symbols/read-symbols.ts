import type { QueryMatch } from "web-tree-sitter";
import { messageOf } from "../../domain/errors.ts";
import { type Grammar, grammarOf } from "./languages.ts";
import {
  type Declaration,
  type Definition,
  type FoundSymbols,
  inOrder,
  isKind,
  merged,
  type Symbols,
  type SymbolsOf,
  type Use,
} from "./symbols.ts";
import { matchesIn } from "./tree-sitter.ts";

/** The files of the grammars, by language. The wiring supplies them. */
export type GrammarFiles = Readonly<Partial<Record<Grammar, string>>>;

const mostCharacters = 600_000;
const longestLine = 5_000;

/** Reads the symbols of a text with the grammar of its language. Without one, or where it fails, by words; the result says so. */
export function symbolReader(grammars: GrammarFiles): SymbolsOf {
  return async (path, text) => {
    const { grammar, declarations = [] } = grammarOf(path) ?? {};
    const file = grammar === undefined ? undefined : grammars[grammar];
    const byWords = (reason: string): Symbols => ({
      ...textSymbols(text, declarations),
      note: `${path} was searched by words and not parsed: ${reason}`,
    });
    if (grammar === undefined || file === undefined) return byWords("there is no grammar for its language");
    const tooHard = reasonNotToParse(text);
    if (tooHard !== null) return byWords(tooHard);
    try {
      return parsed(await matchesIn(grammar, file, text, (match) => namedIn(match, text)));
    } catch (error) {
      return byWords(messageOf(error));
    }
  };
}

/** Such texts are generated or hostile, and would take long. */
export function reasonNotToParse(text: string): string | null {
  if (text.length > mostCharacters) return `it has more than ${mostCharacters} characters`;
  if (text.includes("\0")) return "it holds a NUL character";
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    if ((end === -1 ? text.length : end) - start > longestLine) return `a line has more than ${longestLine} characters`;
    if (end === -1) break;
    start = end + 1;
  }
  return null;
}

type Named = { readonly at: number } & ({ readonly definition: Definition } | { readonly use: Use });

function namedIn({ captures }: QueryMatch, text: string): Named | null {
  const name = captures.find((capture) => capture.name === "name" || capture.name === "use");
  if (name === undefined) return null;
  const { startIndex: at, endIndex, startPosition } = name.node;
  const found = text.slice(at, endIndex);
  if (name.name === "use") return { at, use: { name: found, line: startPosition.row + 1 } };
  const whole = captures.find((capture) => isKind(capture.name));
  if (whole === undefined || !isKind(whole.name)) return null;
  const { startPosition: start, endPosition: end } = whole.node;
  // A node that ends at the beginning of a line ends with the line before.
  const to = end.column === 0 && end.row > start.row ? end.row : end.row + 1;
  return { at, definition: { name: found, kind: whole.name, from: start.row + 1, to } };
}

/** The name in a definition does not count as a use. */
function parsed(found: readonly (Named | null)[]): Symbols {
  const definitions = new Map<number, Definition>();
  const uses: (Named & { readonly use: Use })[] = [];
  for (const one of found) {
    if (one === null) continue;
    if ("use" in one) uses.push(one);
    else definitions.set(one.at, merged(one.definition, definitions.get(one.at)));
  }
  return inOrder({
    definitions: [...definitions.values()],
    uses: uses.filter(({ at }) => !definitions.has(at)).map(({ use }) => use),
  });
}

const longestPlainLine = 500;
const longestDefinition = 2_000;
const mostDefinitions = 2_000;
const mostUses = 100_000;

/** Definitions by the form of their line, to the end of their block by indentation; every word counts as a use. */
function textSymbols(text: string, declarations: readonly Declaration[]): FoundSymbols {
  const lines = text.split("\n");
  const definitions: Definition[] = [];
  const uses: Use[] = [];
  lines.forEach((line, index) => {
    if (line.length > longestPlainLine) return;
    const declared = definitions.length < mostDefinitions ? declaredIn(line, declarations) : null;
    if (declared !== null) definitions.push({ ...declared, from: index + 1, to: endOfBlock(lines, index) });
    if (uses.length >= mostUses) return;
    for (const [name] of line.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
      if (name !== declared?.name) uses.push({ name, line: index + 1 });
  });
  return inOrder({ definitions, uses });
}

/** The last pattern that matches counts. */
function declaredIn(line: string, declarations: readonly Declaration[]): Pick<Definition, "name" | "kind"> | null {
  for (const { kind, pattern } of declarations.toReversed()) {
    const name = pattern.exec(line)?.groups?.["name"];
    if (name !== undefined) return { name, kind };
  }
  return null;
}

/** The last line, counted from 1, of the block that begins at index `start`. */
function endOfBlock(lines: readonly string[], start: number): number {
  const depth = indentation(lines[start] ?? "");
  let end = start;
  for (let index = start + 1; index < Math.min(lines.length, start + longestDefinition); index++) {
    const line = lines[index]?.slice(0, longestPlainLine) ?? "";
    if (line.trim() === "") continue;
    const deeper = indentation(line) - depth;
    if (deeper < 0 || (deeper === 0 && !continues.test(line))) break;
    end = index;
    if (deeper === 0 && closes.test(line)) break;
  }
  return end + 1;
}

/** Lines as deep as the first one that belong to it: the end of its parameters, the bracket that opens its block, its end. */
const continues = /^\s*(?:[)\]{}:]|end\b)/;
const closes = /^\s*(?:\}|end\b)(?!.*\{\s*$)/;

function indentation(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}
