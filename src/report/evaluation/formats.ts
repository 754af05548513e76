import type { Evaluation } from "../../review/evaluation/evaluation.ts";
import { markdownCell, markdownLine } from "../../text/markdown.ts";
import { redactAll } from "../../text/redact.ts";
import { plain } from "../../text/text.ts";
import { safeJson } from "../json.ts";
import { withoutCommands } from "../report.ts";
import { columnsOf, hang } from "../text/wrap.ts";
import {
  explanation,
  problemsOf,
  problemTitle,
  seatTable,
  sentencesOf,
  systemTable,
  type Table,
  titleOf,
} from "./facts.ts";
import { svg } from "./svg.ts";

type EvaluationFormat = (evaluation: Evaluation, secrets: readonly string[]) => string;

/** The formats of `eval --format`. Secrets are removed before any format sees the data. */
export const evaluationFormats = {
  text: withoutSecrets(text),
  markdown: withoutSecrets(markdown),
  json: withoutSecrets((evaluation) => safeJson({ version: 1, kind: "evaluation", ...evaluation })),
  svg: withoutSecrets(svg),
} satisfies Record<string, EvaluationFormat>;

function withoutSecrets(write: (evaluation: Evaluation) => string): EvaluationFormat {
  return (evaluation, secrets) => write(redactAll(evaluation, secrets));
}

const width = 100;

function text(evaluation: Evaluation): string {
  const list = (texts: readonly string[]): string[] => texts.flatMap((one) => hang("  - ", plain(one), width));
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", title, ...lines];
  const lines = [
    `PR Debate: ${titleOf(evaluation)}`,
    "",
    ...columns(systemTable(evaluation)),
    "",
    ...sentencesOf(evaluation).flatMap((one) => hang("", plain(one), width)),
    ...section("What each seat gave to the panel", columns(seatTable(evaluation))),
    ...section(problemTitle, list(problemsOf(evaluation))),
    ...section("Notes", list([...evaluation.notes, ...explanation])),
  ];
  return `${withoutCommands(lines.join("\n"))}\n`;
}

/** The names on the left, figures on the right of their columns. Empty without rows. */
function columns({ head, rows }: Table): string[] {
  if (rows.length === 0) return [];
  const all = [head, ...rows].map((cells) => cells.map(plain));
  const widths = head.map((_, index) => Math.max(...all.map((cells) => columnsOf(cells[index] ?? ""))));
  return all.map((cells) =>
    cells
      .map((cell, index) => {
        const filler = " ".repeat((widths[index] ?? 0) - columnsOf(cell));
        return index === 0 ? cell + filler : filler + cell;
      })
      .join("  ")
      .trimEnd(),
  );
}

function markdown(evaluation: Evaluation): string {
  const list = (texts: readonly string[]): string[] => texts.map((one) => `- ${markdownLine(one)}`);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
  return [
    `# ${markdownLine(titleOf(evaluation))}`,
    "",
    ...table(systemTable(evaluation)),
    "",
    ...sentencesOf(evaluation).flatMap((one, index) => [...(index === 0 ? [] : [""]), markdownLine(one)]),
    ...section("What each seat gave to the panel", table(seatTable(evaluation))),
    ...section(problemTitle, list(problemsOf(evaluation))),
    ...section("Notes", list([...evaluation.notes, ...explanation])),
    "",
  ].join("\n");
}

function table({ head, rows }: Table): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(" | ")} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? " --- " : " ---: ")).join("|")}|`, ...rows.map(line)];
}
