import type { Panel } from "../domain/panel.ts";
import { markdown as inert, markdownCell, markdownLine } from "../text/markdown.ts";
import { codeSpan, plain } from "../text/text.ts";
import { seatOf } from "./facts.ts";
import { type ReportOptions, withoutCommands } from "./report.ts";
import { hang, type Paint, paints, wrap } from "./text/wrap.ts";

type Rows = readonly (readonly [label: string, text: string])[];

/** The top of every report on a question; the texts are untrusted. */
export interface QuestionHead {
  readonly title: string;
  readonly question: string;
  /** What is missing; null where nothing is. */
  readonly warning: string | null;
  readonly panel: Panel;
}

/** A terminal page about a question. */
export interface TextPage {
  readonly width: number;
  readonly paint: Paint;
  readonly list: (texts: readonly string[]) => string[];
  readonly section: (title: string, lines: readonly string[]) => readonly string[];
}

export function textPage(options: ReportOptions): TextPage {
  const width = Math.max(40, options.width ?? 100);
  const paint = paints(options.colour === true);
  return {
    ...{ width, paint },
    list: (texts) => texts.flatMap((text) => hang("  - ", plain(text), width)),
    section: (title, lines) => (lines.length === 0 ? [] : [paint.bold(title), ...lines]),
  };
}

/** The page with its head, and a blank line between its parts. `tone` colours the title, `label` stands before the question. */
export function questionText(
  { width, paint }: TextPage,
  { title, question, warning, panel }: QuestionHead,
  [tone, label]: readonly [tone: "success" | "neutral" | "failure", label: string],
  parts: readonly (readonly string[])[],
): string {
  const head = [
    ...wrap(`PR Debate: ${plain(title)}`, width).map(paint[tone]),
    ...hang(`${label}: `, plain(question), width).map(paint.quiet),
    ...(warning === null ? [] : hang("! ", plain(warning), width)),
  ];
  const failed = panel.seats
    .filter(({ healthy }) => !healthy)
    .flatMap((seat) =>
      hang("  FAIL ", `${plain(seat.name)} (${plain(seatOf(seat))}): ${plain(seat.failure ?? "")}`, width),
    )
    .map(paint.P0);
  const shown = [head, failed, ...parts].filter((lines) => lines.length > 0);
  return `${shown.map((lines) => withoutCommands(lines.join("\n"))).join("\n\n")}\n`;
}

export function indented(lines: readonly string[], by: number): string[] {
  return lines.map((line) => " ".repeat(by) + line);
}

/** The head as Markdown: `answer` comes before the table of `rows`. */
export function questionMarkdown(
  { title, question, warning, panel }: QuestionHead,
  answer: readonly string[],
  rows: Rows,
): string[] {
  const failed = panel.seats.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [`- ${codeSpan(name)} failed: ${markdownLine(failure)}`],
  );
  return [
    `# PR Debate: ${markdownLine(title)}`,
    inert(question).replace(/^/gm, "> "),
    warning === null ? "" : `**${markdownLine(warning)}**`,
    failed.join("\n"),
    ...answer,
    ["| | |", "| --- | --- |", ...rows.map(([label, text]) => `| ${label} | ${markdownCell(text)} |`)].join("\n"),
  ];
}

export function listed(title: string, items: readonly string[]): string {
  return items.length === 0 ? "" : `## ${title}\n\n${items.join("\n")}`;
}

export function item(text: string): string {
  return `- ${markdownLine(text)}`;
}

/** Parts of a page, without empty ones. */
export function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
