import type { ChangedFile } from "../../domain/change.ts";
import { byteLength, plain, plural } from "../../text/text.ts";

const mostNames = 12;
const mostBytes = 50_000;

/** One line per file: path, status, lines, changed symbols. Files that do not fit are counted. */
export function overviewOf(
  files: readonly ChangedFile[],
  symbols: ReadonlyMap<string, readonly string[]>,
): { readonly text: string; readonly left: number } {
  const lines: string[] = [];
  let bytes = 0;
  for (const file of files) {
    const line = lineOf(file, symbols.get(file.path) ?? []);
    bytes += byteLength(line) + 1;
    if (bytes > mostBytes) break;
    lines.push(line);
  }
  const left = files.length - lines.length;
  const more = left === 0 ? [] : [`(${plural(left, "more file")}: all reviewers read them)`];
  return { text: [...lines, ...more].join("\n"), left };
}

function lineOf({ path, status, hunks }: ChangedFile, names: readonly string[]): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (kind: string): number => lines.filter((line) => line.kind === kind).length;
  const more = names.length > mostNames ? `, ${names.length - mostNames} more` : "";
  const symbols = names.length === 0 ? "" : `; ${names.slice(0, mostNames).map(plain).join(", ")}${more}`;
  return `${plain(path)}: ${status}, +${count("added")} -${count("removed")}${symbols}`;
}
