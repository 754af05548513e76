import { type Declaration, type Definition, type FoundSymbols, inOrder, type Use } from "./symbols.ts";

const longestLine = 500;
const longestDefinition = 2_000;
const mostDefinitions = 2_000;
const mostUses = 100_000;

/** Definitions by the form of their line, to the end of their block by indentation; every word counts as a use. */
export function textSymbols(text: string, declarations: readonly Declaration[]): FoundSymbols {
  const lines = text.split("\n");
  const definitions: Definition[] = [];
  const uses: Use[] = [];
  lines.forEach((line, index) => {
    if (line.length > longestLine) return;
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
    const line = lines[index]?.slice(0, longestLine) ?? "";
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
