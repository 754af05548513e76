import type { Alternative, JudgedStep, Plan } from "../../domain/plan.ts";
import { plain } from "../../text/text.ts";
import { qualityLine } from "../metric-rows.ts";
import { indented, questionText, type TextPage, textPage } from "../question.ts";
import type { ReportOptions } from "../report.ts";
import { columnsOf, hang, type Paint, proseLines, wrap } from "../text/wrap.ts";
import {
  agreementOf,
  dissentText,
  jurorText,
  juryVerdict,
  juryVoices,
  numbersOf,
  planFoot,
  planHead,
  planScoreColumns,
  planScoreRemark,
  rankedScores,
  waitsFor,
} from "./facts.ts";

const tones = { complete: "success", degraded: "neutral", failed: "failure" } as const;

/** The plan for a terminal: the steps first, then the objections, then how it came about. */
export function planText(plan: Plan, options: ReportOptions): string {
  const page = textPage(options);
  const { width, list, section } = page;
  const quality = plan.result === "failed" ? null : qualityLine(plan.metrics);
  const foot = [...planFoot(plan), ...(quality === null ? [] : [["Quality of the debate", quality] as const])];
  const closings = plan.positions.flatMap(({ seat, position }) => [
    `  ${plain(seat)}`,
    ...indented(proseLines(position, width - 4), 4),
  ]);
  return questionText(
    page,
    planHead(plan),
    [tones[plan.result], "Question"],
    [
      plan.result === "failed" ? [] : proseLines(plan.summary, width),
      ...steps(plan, page),
      section("Risks", list(plan.risks)),
      section("Open questions", list(plan.openQuestions)),
      section("Assumptions", list(plan.assumptions.map(({ text, seats }) => `${text} (${seats.join(", ")})`))),
      section(
        "Alternatives that lost",
        plan.alternatives.flatMap((one) => alternative(one, width)),
      ),
      section("Jury", jury(plan, width)),
      section("Scores", scores(plan, width)),
      section("Closing words", closings),
      section("What the seats saw", list(plan.context)),
      section("Notes", list(plan.notes)),
      wrap(foot.map(([label, text]) => `${label}: ${plain(text)}`).join(". "), width),
    ],
  );
}

function steps(plan: Plan, { width, paint }: TextPage): readonly (readonly string[])[] {
  const numbers = numbersOf(plan);
  return plan.phases.map(({ title, steps: own }, index) => [
    ...wrap(`Phase ${index + 1}: ${plain(title)}`, width).map(paint.bold),
    ...own.flatMap((step) => ["", ...stepLines(step, numbers, width, paint)]),
  ]);
}

function stepLines(step: JudgedStep, numbers: ReadonlyMap<string, number>, width: number, paint: Paint): string[] {
  const waits = waitsFor(step, numbers);
  const backed = `${step.backedBy.join(", ")}; ${agreementOf(step)}`;
  return [
    ...hang(`${String(numbers.get(step.id) ?? 0).padStart(3)}. `, plain(step.title), width).map(paint.bold),
    ...indented(proseLines(step.description, width - 5), 5),
    ...(step.files.length === 0 ? [] : hang("     Files: ", plain(step.files.join(", ")), width)),
    ...(waits === "" ? [] : hang("     After: ", plain(waits), width)),
    ...hang("     Backed by ", plain(backed), width),
    ...step.dissent
      .flatMap((one) => hang("     ! ", `${plain(one.seat)} ${plain(dissentText(one))}`, width))
      .map(paint.P1),
  ];
}

function alternative(step: Alternative, width: number): string[] {
  const who = `${step.raisedBy.join(", ")} in ${step.phase}`;
  return [
    ...hang("  - ", `${plain(step.title)} (${plain(who)})`, width),
    ...hang("    Lost: ", plain(step.because), width),
    ...indented(proseLines(step.description, width - 4), 4),
  ];
}

function jury({ jury: held }: Plan, width: number): readonly string[] {
  if (held === null) return [];
  return [
    ...hang("  ", `${plain(juryVerdict(held))}. ${plain(held.because)} ${juryVoices(held)}`, width),
    ...held.jurors.flatMap((juror) => hang("  - ", `${plain(juror.seat)}: ${plain(jurorText(juror))}`, width)),
  ];
}

function scores(plan: Plan, width: number): readonly string[] {
  const board = rankedScores(plan);
  if (board.length === 0) return [];
  const names = board.map(({ seat }) => `${plain(seat)}${seat === plan.winner ? " (winner)" : ""}`);
  const widest = Math.max(...names.map(columnsOf));
  const row = (name: string, cells: readonly string[]): string => {
    const padded = cells.map((cell, index) => cell.padStart(planScoreColumns[index]?.[0].length ?? 0));
    return `  ${name}${" ".repeat(widest - columnsOf(name))}  ${padded.join("  ")}`;
  };
  return [
    ...hang("  ", planScoreRemark, width),
    row(
      "",
      planScoreColumns.map(([label]) => label),
    ),
    ...board.map((score, index) =>
      row(
        names[index] ?? "",
        planScoreColumns.map(([, key]) => String(score[key])),
      ),
    ),
  ];
}
