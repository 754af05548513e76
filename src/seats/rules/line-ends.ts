import type { RuleMatch } from "../../domain/ports.ts";

/** Characters besides LF and CRLF that end a line of a language, where its grammar here does not know that. All are one unit long. */
const breaks: Readonly<Record<string, RegExp>> = {
  python: /\r(?!\n)/g,
  java: /\r(?!\n)/g,
  yaml: /\r(?!\n)|[\u0085\u2028\u2029]/g,
};

export interface Lines {
  /** The source with LF at the end of each line that the language sees. */
  readonly text: string;
  /** A match in `text` at its place in the source, whose lines end with LF alone. */
  readonly placed: (match: RuleMatch) => RuleMatch;
}

/** A source with the lines that its language sees: after a lone carriage return in a comment there is code again. */
export function linesAsRead(language: string, source: string): Lines {
  const text = source.replace(breaks[language] ?? /(?!)/, "\n");
  if (text === source) return { text, placed: (match) => match };
  const rows = rowsOf(source, text);
  const place = (line: number, column: number): { line: number; column: number } => {
    const row = rows[line - 1];
    return row === undefined ? { line, column } : { line: row.line, column: row.column + column };
  };
  return {
    text,
    placed({ startLine, startColumn, endLine, endColumn }) {
      const [start, end] = [place(startLine, startColumn), place(endLine, endColumn)];
      return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
    },
  };
}

/** For each line of `text`, where it begins in the source. */
function rowsOf(source: string, text: string): { line: number; column: number }[] {
  const rows = [{ line: 1, column: 0 }];
  let [line, lineStart] = [1, 0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (source[at] === "\n") [line, lineStart] = [line + 1, at + 1];
    rows.push({ line, column: at + 1 - lineStart });
  }
  return rows;
}
