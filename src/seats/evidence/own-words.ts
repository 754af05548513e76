import { saysSomething } from "../../anchor/quote.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Place } from "../../domain/finding.ts";
import type { Matcher, RuleMatch } from "../../domain/ports.ts";
import { type Syntax, syntaxOf } from "./syntax.ts";

/** Documentation and samples in any language. */
const documentation = /(^|\/)(docs?|documentation|examples?|samples?)\/|(^|\/)readme\b[^/]*$/i;

/**
 * Whether the place holds nothing but words that the change itself added: comments, strings, documentation. Earlier
 * lines count as they are. Added lines count by their code, and not at all without a parser that can separate code from
 * words.
 */
export async function isOwnWords(file: ChangedFile, place: Place, matcher: Matcher): Promise<boolean> {
  if (place.side === "LEFT") return false;
  const lines = linesAt(file, place);
  const known = lines.filter(({ isAdded }) => !isAdded).map(({ text }) => text);
  if (known.length === lines.length || saysSomething(known.join("\n"))) return false;
  if (typeof file.headText !== "string" || documentation.test(file.path)) return true;
  const syntax = await syntaxOf(file.path, file.headText, matcher);
  if (syntax === null) return true;
  const code = lines.map(({ text, number, isAdded }) => (isAdded ? codeOn(number, text, syntax) : text));
  return !saysSomething(code.join("\n"));
}

interface NumberedLine {
  readonly number: number;
  readonly text: string;
  readonly isAdded: boolean;
}

function linesAt({ headText, hunks }: ChangedFile, { startLine, line }: Place): NumberedLine[] {
  const inDiff = hunks.flatMap((hunk) =>
    hunk.lines.flatMap(({ head, text, kind }) =>
      head === null ? [] : [{ number: head, text, isAdded: kind === "added" }],
    ),
  );
  const shown = new Map(inDiff.map((one) => [one.number, one]));
  const whole = (headText ?? "").split("\n");
  return Array.from({ length: line - startLine + 1 }, (_, offset) => {
    const number = startLine + offset;
    return shown.get(number) ?? { number, text: whole[number - 1] ?? "", isAdded: false };
  });
}

/** A stand-in for a string. */
const string = "\0";
const sentence = /[\p{L}\p{N}]\S*\s+\S*[\p{L}\p{N}]/u;
const callOrComparison = /[\w\])]\s*\(|[=!<>]=|&&|\|\||\bis\b|\bin\b/;

/** The code of an added line. A line with a remark or a sentence has none, nor has one that only names a string. */
function codeOn(number: number, text: string, { comments, strings }: Syntax): string {
  if (comments.some((match) => spanOn(match, number, text) !== null)) return "";
  let code = text;
  for (const match of strings) {
    const span = spanOn(match, number, text);
    if (span === null) continue;
    if (sentence.test(text.slice(span.start, span.end))) return "";
    code = code.slice(0, span.start) + string.repeat(span.end - span.start) + code.slice(span.end);
  }
  if (code.includes(string) && !callOrComparison.test(code)) return "";
  return code.replaceAll(string, " ");
}

function spanOn(match: RuleMatch, line: number, text: string): { start: number; end: number } | null {
  if (line < match.startLine || line > match.endLine) return null;
  const start = line === match.startLine ? match.startColumn : 0;
  const end = line === match.endLine ? match.endColumn : text.length;
  return start < end ? { start, end } : null;
}
