import type { Contribution, Evaluation, Spent, System } from "../../review/evaluation/evaluation.ts";
import type { Measured } from "../../review/evaluation/figures.ts";
import { plural } from "../../text/text.ts";

/** A table of texts. The first column names the row; the others are figures. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function titleOf({ cases, systems }: Evaluation): string {
  const labels = cases.reduce((sum, { labels: count }) => sum + count, 0);
  const f1 = systems.find(({ kind }) => kind === "panel")?.f1?.value;
  const said = f1 === undefined ? "no figure" : `F1 ${number(f1)}`;
  return `${said} on ${plural(cases.length, "case")} with ${plural(labels, "known defect")}`;
}

export function systemTable({ systems }: Evaluation): Table {
  return {
    head: ["", "right", "wrong", "repeated", "missed", "precision", "recall", "F1"],
    rows: systems.map((system) => [systemName(system), ...countCells(system), ...shares(system)]),
  };
}

export function systemName({ kind, name }: System): string {
  return kind === "seat" ? `${name} alone` : name;
}

function countCells({ counts: { right, wrong, repeated, missed } }: System): readonly string[] {
  return [right, wrong, repeated, missed].map(String);
}

function shares({ precision, recall, f1 }: System): readonly string[] {
  return [precision, recall, f1].map(measured);
}

export function seatTable({ seats }: Evaluation): Table {
  return {
    head: ["", "raised", "right", "right, alone", "wrong, alone", "right, removed", "calls", "tokens", "cost"],
    rows: seats.map((seat) => [seat.seat, ...seatCounts(seat), ...spentCells(seat)]),
  };
}

function seatCounts({ raised, right, onlyRight, onlyWrong, lost }: Contribution): readonly string[] {
  return [raised, right, onlyRight, onlyWrong, lost].map(String);
}

function spentCells({ calls, tokens, costUsd }: Spent): readonly string[] {
  return [
    calls.toLocaleString("en"),
    tokens.toLocaleString("en"),
    costUsd === null ? "unknown" : `$${costUsd.toFixed(2)}`,
  ];
}

/** Sentences about the whole: the comparison, the clean cases and the cost. */
export function sentencesOf(evaluation: Evaluation): readonly string[] {
  const { difference, clean, systems } = evaluation;
  const spent = systems.flatMap(({ name, usage }) => {
    if (usage === null) return [];
    const [calls, tokens, cost] = spentCells(usage);
    return [
      `${name.replace(/, in any run$/, "")}: ${calls} calls, ${tokens} tokens, ${cost === "unknown" ? "cost unknown" : cost}`,
    ];
  });
  return [
    ...(difference === null ? [] : [differenceText(difference)]),
    ...(clean.quiet === null || clean.blocked === null ? [] : [cleanText(clean.cases, clean.quiet, clean.blocked)]),
    `Spent: ${spent.join("; ")}.`,
  ];
}

function differenceText({ value, low, high }: Measured): string {
  const range = `from ${signed(low)} to ${signed(high)}`;
  const verdict =
    low > 0
      ? "The panel is better than the single reviewer"
      : high < 0
        ? "The single reviewer is better than the panel"
        : "These cases show no difference between the panel and the single reviewer";
  return `${verdict}: F1 ${signed(value)}, ${range}.`;
}

function cleanText(cases: number, quiet: Measured, blocked: Measured): string {
  return `Of ${plural(cases, "clean change")}, ${measured(quiet)} got no comment, and ${measured(blocked)} were blocked.`;
}

/** The meaning of the figures, for a reader of the report alone. */
export const explanation = [
  "Right: a finding about a known defect, in its file and at most 3 lines away; where there is no line, the words decide. Each defect counts once.",
  "Wrong: every other finding, also one about a real defect that the cases do not name. Repeated findings are wrong too.",
  "Intervals are at 95 %: Wilson's for precision, recall and clean changes, and a bootstrap over cases for F1.",
] as const;

export function problemsOf({ cases, incomplete }: Evaluation): readonly string[] {
  return [...cases.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${problem}`])), ...incomplete];
}

export const problemTitle = "Not reviewed completely; defects without a finding count as missed";

function measured(figure: Measured | null): string {
  return figure === null ? "-" : `${number(figure.value)} (${number(figure.low)}–${number(figure.high)})`;
}

export function number(value: number): string {
  return value.toFixed(2);
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${number(Math.abs(value))}`;
}
