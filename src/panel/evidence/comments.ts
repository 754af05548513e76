import { piecesQuoted, smallestSize } from "../../code/anchor/quote.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Matcher, RuleMatch } from "../../domain/ports.ts";
import { visible } from "../../text/text.ts";
import { type Syntax, syntaxOf } from "./syntax.ts";

/**
 * Whether every place that the finding may refer to is in commented-out code, which has no effect. Each raiser's quote
 * is searched in the whole file. Any doubt means no, because this check removes findings.
 */
export async function isOnlyComment(finding: Finding, file: ChangedFile, matcher: Matcher): Promise<boolean> {
  const { headText, path } = file;
  if (typeof headText !== "string" || finding.side !== "RIGHT" || finding.line === null) return false;
  if (isAboutText(finding)) return false;
  const syntax = await syntaxOf(path, headText, matcher);
  if (syntax === null) return false;
  const lines = headText.split("\n");
  const stated = numbersFrom(finding.startLine ?? finding.line, finding.line);
  if (!areComments(stated, lines, syntax)) return false;
  const found = placesOf(finding, lines);
  if (found === null || !areComments(found, lines, syntax)) return false;
  const texts = [...new Set([...stated, ...found])].sort((a, b) => a - b).map((number) => lines[number - 1] ?? "");
  if (texts.some((text) => mayMatter(text)) || texts.some((text) => wasCode(text, file))) return false;
  return isCode(texts, syntax, matcher);
}

/** Words of a claim about the text itself, which is as true in a comment as anywhere. */
const aboutText =
  /prompt|instruct|review(?:er|ing)|assistant|\bA\.?I\b|\bLLMs?\b|language model|jailbreak|manipulat|secret|credential|passw|passphrase|token|\bkeys?\b|licen[cs]|copyright|attribution|hidden|invisible|zero.?width|\bbidi|unicode|homoglyph|control char|comment|directive|pragma|annotation|suppress|disabl|ignor|noqa|nosec|\blint|build (?:tag|constraint)|docstring|documentation|\bdocs\b|javadoc|todo|fixme|mislead|personal|\bPII\b|e-?mail|phone/i;

function isAboutText({ title, detail, failurePath = "", fix = "", category, alsoReported }: Finding): boolean {
  const words = [
    title,
    detail,
    failurePath,
    fix,
    ...alsoReported.flatMap((other) => [other.title, other.detail ?? ""]),
  ];
  return category === "privacy" || words.some((text) => aboutText.test(text));
}

function areComments(numbers: readonly number[], lines: readonly string[], { comments }: Syntax): boolean {
  return numbers.every((number) => {
    const text = lines[number - 1] ?? "";
    return text.trim() === "" || comments.some((comment) => covers(comment, number, text));
  });
}

/** Whether the line has nothing outside the matched node. */
function covers(match: RuleMatch, line: number, text: string): boolean {
  if (line < match.startLine || line > match.endLine) return false;
  const before = line === match.startLine ? text.slice(0, match.startColumn) : "";
  const after = line === match.endLine ? text.slice(match.endColumn) : "";
  return before.trim() === "" && after.trim() === "";
}

/** The lines that hold any part of the quotes; null if a quote occurs nowhere as a whole, so its place is unknown. */
function placesOf({ path, quote, alsoReported }: Finding, lines: readonly string[]): number[] | null {
  if (alsoReported.some(({ at }) => at !== undefined && at.path !== path)) return null;
  const rows = lines.map(squeezed);
  const places = new Set<number>();
  for (const quoted of [quote, ...alsoReported.flatMap(({ at }) => at?.quote ?? [])]) {
    let isFound = false;
    for (const pieces of piecesQuoted(quoted)) {
      const held = pieces.map((piece) => holding(rows, squeezed(piece)));
      for (const number of held.flat()) places.add(number);
      isFound ||= pieces.length > 0 && held.every((numbers) => numbers.length > 0);
    }
    if (!isFound) return null;
  }
  return [...places];
}

function holding(rows: readonly string[], piece: string): number[] {
  return rows.flatMap((row, position) => (row.includes(piece) ? [position + 1] : []));
}

/** Directives that programs read in comments, and dangerous text in a comment. */
const mattersInComment: readonly RegExp[] = [
  /@|__|<!|\{\{|\$\{|>>>|-\*-/,
  /^\s*(?:\/\/|#|\/\*+|\*)?\s*[\w.+-]+:\S/,
  /^\s*(?:\/\/|#)[!#+:@]|^\s*\/\/\/|\/\*[!+@#:$]/,
  /^\s*(?:\/\/|\/\*|#)\s*(?:\+build|export\b|line\b|global|exported|cgo\b|include\b|define\b|import\b|syntax\s*=|language\s*=)/i,
  /\b(?:c?go|fmt|yapf|isort|type|pylint|mypy|pyright|ruff|lint|vim?|ex|coding|formatter|checkov|codeql|prettier)\s*[:=]/i,
  /eslint|tslint|jshint|jslint|jscs|oxlint|biome|stylelint|istanbul|\bc8\b|\bv8\b|stryker|webpack|vite|rollup|deno-|sourceMap|sourceURL|\bjsx|flow(?:fixme|-)/i,
  /noqa|nosec|nolint|nosonar|nopmd|noinspection|checkstyle|suppresswarn|pragma|coverage|lgtm|semgrep|gitleaks|snyk|shellcheck|renovate|dependabot/i,
  /secret|passw|token|api.?key|credential|private|["'`][^"'`\s]{12,}["'`]/i,
];

function mayMatter(line: string): boolean {
  const text = line.replace(/\r$/, "");
  return visible(text) !== text || mattersInComment.some((pattern) => pattern.test(text));
}

/** A commented-out guard is gone: the text that the change deleted is now in the comment. */
function wasCode(text: string, { hunks }: ChangedFile): boolean {
  const comment = squeezed(text);
  return hunks.some(({ lines }) =>
    lines.some((line) => {
      const deleted = line.kind === "removed" ? squeezed(line.text) : "";
      return deleted.length >= smallestSize && (comment.includes(deleted) || deleted.includes(squeezed(bodyOf(text))));
    }),
  );
}

/** Prose in a comment is not commented-out code, so a claim about it is about the words. */
async function isCode(texts: readonly string[], { language }: Syntax, matcher: Matcher): Promise<boolean> {
  const body = texts.map(bodyOf).join("\n");
  if (!/\w[(=]|\s=\s/.test(body)) return false;
  const faults = await Promise.all([body, `${body};`].map((source) => matcher.faults(language, source)));
  return faults.includes(0);
}

/** A line of a comment without the marks of the comment. */
function bodyOf(text: string): string {
  return text.replace(/^\s*(?:\/\/+|#+|\/\*+|\*(?!\/))?\s?/, "").replace(/\s*\*\/\s*$/, "");
}

function squeezed(text: string): string {
  return visible(text).replace(/\s/g, "");
}

function numbersFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}
