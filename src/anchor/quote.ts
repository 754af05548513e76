import { visible } from "../text/text.ts";

/** One line of a quote, as it was quoted. */
export interface Wanted {
  readonly text: string;
  readonly matches: (row: string) => boolean;
}

/**
 * One way to read a quote: runs of adjacent lines, with lines left out between two runs. In a `verbatim` reading the
 * first and the last line may be parts of a line. `size` counts characters that are not blank, for an elided reading
 * those of its longest piece.
 */
export interface QuoteReading {
  readonly kind: "verbatim" | "without-remarks" | "elided";
  readonly runs: readonly (readonly Wanted[])[];
  readonly size: number;
}

/** The readings of a quote, most literal first, and the line number that the quote itself carries. */
export interface Quotation {
  readonly line: number | undefined;
  readonly readings: Iterable<QuoteReading>;
}

/** Only this many lines of a quote are looked up. More would cost time and add little (H63). */
const longestQuote = 200;
/** Code with fewer characters that are not blank is a fragment found in every file: `return`, `}`, `if`. */
export const smallestSize = 8;

/**
 * Models copy diff signs, line numbers, backticks and fences with the code, write `…` for omissions, and add remarks
 * after a line. These are removed one by one. The rest must match the code exactly.
 */
export function quotationOf(quote: string): Quotation {
  const raw = foldedLines(quote);
  const { lines, line } = withoutDress(raw);
  return { line, readings: readingsOf(raw, lines) };
}

function* readingsOf(raw: readonly string[], lines: readonly string[]): Generator<QuoteReading> {
  const seen = new Set<string>();
  const isNew = (one: readonly string[]): boolean => seen.size < seen.add(one.join("\n")).size;
  const bare = withoutDiffSigns(lines);
  for (const one of [raw, withoutDiffSigns(raw), lines, bare]) {
    if (one.length > 0 && isNew(one)) yield readingOf("verbatim", [one.map(verbatim)]);
  }
  for (const one of bare.join("\n") === lines.join("\n") ? [lines] : [lines, bare]) {
    yield* withGaps(one, verbatim);
    const code = one.map((line) => (isElision(line) ? line : codeOf(line) || "…"));
    if (code.some((line, position) => line !== one[position])) yield* withGaps(code, sameCode);
  }
}

/** By reading, every piece of code that a quote may mean. */
export function piecesQuoted(quote: string): string[][] {
  return [...quotationOf(quote).readings].map(({ runs }) =>
    runs.flat().flatMap(({ text }) => text.split(elision).filter((piece) => /[\p{L}\p{N}]/u.test(piece))),
  );
}

/** The lines with their omissions; empty if that equals the verbatim reading. */
function* withGaps(lines: readonly string[], wanted: (line: string) => Wanted): Generator<QuoteReading> {
  const isElided = lines.some((line) => elision.test(line));
  const runs = runsBetween(lines).map((run) => run.map((line) => (elision.test(line) ? pieces(line) : wanted(line))));
  if (runs.length === 0 || (!isElided && wanted === verbatim)) return;
  const reading = readingOf(isElided ? "elided" : "without-remarks", runs);
  if (!isElided || reading.size >= smallestSize) yield reading;
}

function readingOf(kind: QuoteReading["kind"], runs: QuoteReading["runs"]): QuoteReading {
  const texts = runs.flat().map(({ text }) => text);
  const sizes = texts.flatMap((text) => text.split(elision)).map(sizeOf);
  return { kind, runs, size: kind === "elided" ? Math.max(...sizes) : sizeOf(texts.join("")) };
}

function runsBetween(lines: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  for (const line of lines) {
    if (isElision(line)) runs.push([]);
    else runs.at(-1)?.push(line);
  }
  return runs.filter((run) => run.length > 0);
}

function verbatim(text: string): Wanted {
  return { text, matches: (row) => row === text };
}

/** The same code with any remark after it. */
function sameCode(line: string): Wanted {
  const text = codeOf(line);
  return { text, matches: (row) => row === text || codeOf(row) === text };
}

/** The remaining parts of an elided line must occur in order, from the line's start to its end. */
function pieces(line: string): Wanted {
  const [first = "", ...others] = line.split(elision);
  const last = others.pop() ?? "";
  return {
    text: line,
    matches: (row) => {
      let at = row.startsWith(first) ? first.length : -1;
      for (const piece of others) {
        const found = at < 0 ? -1 : row.indexOf(piece, at);
        at = found < 0 ? -1 : found + piece.length;
      }
      return at >= 0 && row.length - last.length >= at && row.endsWith(last);
    },
  };
}

/** `…`, or dots that are neither a spread nor a rest parameter of some language. */
const elision = /\s*(?:…|\.{4,}|(?<![\w$.)\]])\.{3}(?![\w$.([{])|\.{3}$)\s*/;

/** A line that only marks omitted lines: `...`, `// …`, `[...]`. */
function isElision(line: string): boolean {
  return elision.test(line) && !/[\p{L}\p{N}_=;{}]/u.test(line.replaceAll("…", ""));
}

/** A line without the remark after it. Text after an open quotation mark is part of a string. */
function codeOf(line: string): string {
  const remark = /(?:^|\s)(?:(?:\/\/|\/\*|<!--).*|(?:#|--)(?:\s.*)?)$/.exec(line);
  const code = remark === null ? line : line.slice(0, remark.index).trim();
  return ['"', "'", "`"].every((mark) => code.split(mark).length % 2 === 1) ? code : line;
}

/** More than a lone keyword or bracket, which every file has. */
export function saysSomething(code: string): boolean {
  return (code.match(/[\p{L}\p{N}_]+/gu) ?? []).length > 1 || /[\p{L}\p{N}_]\(/u.test(code);
}

/** Characters that are not blank. */
function sizeOf(text: string): number {
  return text.replace(/\s/g, "").length;
}

const fence = /^(?:`{3,}[^`]*|~{3,}[^~]*)$/;
/** `12 |`, `12:` or `+ 12 |`, as listings show lines. */
const gutter = /^[+~-]? ?L?(?<line>\d{1,7}) ?[|:→] ?/;

/** Without the fence or the backticks around a quote, and without line numbers if every line has one. */
function withoutDress(raw: readonly string[]): { lines: readonly string[]; line: number | undefined } {
  const opened = fence.test(raw[0] ?? "") ? raw.slice(1) : raw;
  const lines = withoutBackticks(fence.test(opened.at(-1) ?? "") ? opened.slice(0, -1) : opened);
  const coded = lines.filter((line) => !isElision(line));
  if (coded.length === 0 || !coded.every((line) => gutter.test(line))) return { lines, line: undefined };
  const line = Number(gutter.exec(coded[0] ?? "")?.groups?.["line"]);
  return { lines: withoutBackticks(lines.map((one) => one.replace(gutter, "")).filter(Boolean)), line };
}

/** Removes backticks around the whole quote or around each line. */
function withoutBackticks(lines: readonly string[]): readonly string[] {
  const ticked = /^(?<ticks>`+)(?<code>[^`]+)\k<ticks>$/;
  const whole = ticked.exec(lines.join("\n"))?.groups?.["code"];
  if (whole !== undefined) return foldedLines(whole);
  const each = lines.map((line) => ticked.exec(line)?.groups?.["code"]?.trim());
  return each.every((line) => line !== undefined) ? each : lines;
}

/** Models sometimes quote the diff itself, with its leading `+` or `-`. */
function withoutDiffSigns(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^[+-]\s*/, "")).filter((line) => line !== "");
}

function foldedLines(text: string): string[] {
  return text
    .split("\n")
    .map(foldLine)
    .filter((line) => line !== "")
    .slice(0, longestQuote);
}

/** A quick test: most lines have no invisible characters. */
const plainAscii = /^[\t\r\x20-\x7e]*$/;

/**
 * Invisible characters match the escapes that seats were shown, so a hidden character does not keep a quote from being
 * found.
 */
export function foldLine(text: string): string {
  const shown = plainAscii.test(text) ? text : visible(text);
  return shown.replace(/\s+/g, " ").trim();
}
