import type { Alternative, JudgedStep, Plan } from "../../domain/plan.ts";
import { plain } from "../../text/text.ts";
import { seatOf } from "../facts.ts";
import { qualityLine } from "../metric-rows.ts";
import { type ReportOptions, withoutCommands } from "../report.ts";
import { columnsOf, hang, type Paint, paints, proseLines, wrap } from "../text/wrap.ts";
import {
  agreementOf,
  dissentText,
  jurorText,
  juryVerdict,
  juryVoices,
  numbersOf,
  planFoot,
  planScoreColumns,
  planScoreRemark,
  planTitle,
  planWarning,
  rankedScores,
  waitsFor,
} from "./facts.ts";

/** The plan for a terminal: the steps first, then the objections, then how it came about. */
export function planText(plan: Plan, options: ReportOptions): string {
  const width = Math.max(40, options.width ?? 100);
  const paint = paints(options.colour === true);
  const quality = plan.result === "failed" ? null : qualityLine(plan.metrics);
  const list = (texts: readonly string[]): string[] => texts.flatMap((text) => hang("  - ", plain(text), width));
  const parts = [
    head(plan, width, paint),
    failed(plan, width, paint),
    plan.result === "failed" ? [] : proseLines(plan.summary, width),
    ...steps(plan, width, paint),
    section("Risks", list(plan.risks), paint),
    section("Open questions", list(plan.openQuestions), paint),
    section("Assumptions", list(plan.assumptions.map(({ text, seats }) => `${text} (${seats.join(", ")})`)), paint),
    section(
      "Alternatives that lost",
      plan.alternatives.flatMap((one) => alternative(one, width)),
      paint,
    ),
    section("Jury", jury(plan, width), paint),
    section("Scores", scores(plan, width), paint),
    section(
      "Closing words",
      plan.positions.flatMap(({ seat, position }) => [
        `  ${plain(seat)}`,
        ...indented(proseLines(position, width - 4), 4),
      ]),
      paint,
    ),
    section("What the seats saw", list(plan.context), paint),
    section("Notes", list(plan.notes), paint),
    wrap(
      [...planFoot(plan), ...(quality === null ? [] : [["Quality of the debate", quality] as const])]
        .map(([label, text]) => `${label}: ${plain(text)}`)
        .join(". "),
      width,
    ),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => withoutCommands(lines.join("\n")))
    .join("\n\n")}\n`;
}

const tones = { complete: "success", degraded: "neutral", failed: "failure" } as const;

function head(plan: Plan, width: number, paint: Paint): readonly string[] {
  const warning = planWarning(plan);
  return [
    ...wrap(`PR Debate: ${plain(planTitle(plan))}`, width).map(paint[tones[plan.result]]),
    ...hang("Question: ", plain(plan.question), width).map(paint.quiet),
    ...(warning === null ? [] : hang("! ", plain(warning), width)),
  ];
}

function failed({ panel }: Plan, width: number, paint: Paint): readonly string[] {
  return panel.seats
    .filter(({ healthy }) => !healthy)
    .flatMap((seat) =>
      hang("  FAIL ", `${plain(seat.name)} (${plain(seatOf(seat))}): ${plain(seat.failure ?? "")}`, width),
    )
    .map(paint.P0);
}

function steps(plan: Plan, width: number, paint: Paint): readonly (readonly string[])[] {
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

function indented(lines: readonly string[], by: number): string[] {
  return lines.map((line) => " ".repeat(by) + line);
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : [paint.bold(title), ...lines];
}
