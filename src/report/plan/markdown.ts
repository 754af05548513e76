import type { Alternative, JudgedStep, Plan } from "../../domain/plan.ts";
import { markdown as inert, markdownLine } from "../../text/markdown.ts";
import { byteLength, codeCell, codeSpan, cut } from "../../text/text.ts";
import { details, metricsPart, table } from "../markdown/sections.ts";
import { item, joined, listed, questionMarkdown } from "../question.ts";
import type { ReportOptions } from "../report.ts";
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

/**
 * The plan as GitHub Markdown, for `.debate/plan-*.md` and comments. All HTML tags are ours. With a `limit`, whole
 * parts are dropped from the end, and the end says that something is missing.
 */
export function planMarkdown(plan: Plan, { limit = Number.POSITIVE_INFINITY }: ReportOptions): string {
  const parts = [...headOf(plan), ...stepParts(plan), ...remarkParts(plan), ...appendices(plan)].filter(Boolean);
  const page = joined(parts);
  if (byteLength(page) <= limit) return page;
  const note = "_Cut to fit. The JSON report has everything._";
  const kept = fitting(parts, limit - byteLength(note) - 4);
  return kept.length === 0 ? cut(page, limit, `\n\n${note}\n`) : joined([...kept, note]);
}

function fitting(parts: readonly string[], room: number): readonly string[] {
  let used = 0;
  const first = parts.findIndex((part) => {
    used += byteLength(part) + 2;
    return used > room;
  });
  return first === -1 ? parts : parts.slice(0, first);
}

function headOf(plan: Plan): string[] {
  return questionMarkdown(planHead(plan), [plan.result === "failed" ? "" : inert(plan.summary)], planFoot(plan));
}

function stepParts(plan: Plan): string[] {
  const numbers = numbersOf(plan);
  return plan.phases.flatMap(({ title, steps }, index) => [
    `## Phase ${index + 1}: ${markdownLine(title)}`,
    ...steps.map((step) => stepPart(step, numbers)),
  ]);
}

function stepPart(step: JudgedStep, numbers: ReadonlyMap<string, number>): string {
  const waits = waitsFor(step, numbers);
  const facts = [
    ...(step.files.length === 0 ? [] : [`- Files: ${step.files.map(codeSpan).join(", ")}`]),
    ...(waits === "" ? [] : [`- After: ${markdownLine(waits)}`]),
    `- Backed by ${seats(step.backedBy)}; ${agreementOf(step)}`,
    ...step.dissent.map((one) => `- ${codeSpan(one.seat)} ${markdownLine(dissentText(one))}`),
  ];
  return [`### ${numbers.get(step.id) ?? 0}. ${markdownLine(step.title)}`, inert(step.description), facts.join("\n")]
    .filter((part) => part !== "")
    .join("\n\n");
}

function remarkParts(plan: Plan): string[] {
  const premises = plan.assumptions.map(({ text, seats: who }) => `- ${markdownLine(text)} (${seats(who)})`);
  return [
    listed("Risks", plan.risks.map(item)),
    listed("Open questions", plan.openQuestions.map(item)),
    listed("Assumptions", premises),
    ...(plan.alternatives.length === 0 ? [] : ["## Alternatives that lost", ...plan.alternatives.map(alternativePart)]),
    juryPart(plan),
  ];
}

function alternativePart(step: Alternative): string {
  return [
    `**${markdownLine(step.title)}** (${seats(step.raisedBy)}, in ${markdownLine(step.phase)})`,
    `Lost: ${markdownLine(step.because)}`,
    inert(step.description),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function juryPart({ jury }: Plan): string {
  if (jury === null) return "";
  const jurors = jury.jurors.map((juror) => `- ${codeSpan(juror.seat)}: ${markdownLine(jurorText(juror))}`);
  const counted = `${markdownLine(jury.because)} ${juryVoices(jury)}`;
  return [`## Jury: ${markdownLine(juryVerdict(jury))}`, counted, jurors.join("\n")].join("\n\n");
}

function appendices(plan: Plan): string[] {
  const positions = plan.positions.map(({ seat, position }) => `**${codeSpan(seat)}**\n\n${inert(position)}`);
  const board = rankedScores(plan).map((score) => [
    `${codeCell(score.seat)}${score.seat === plan.winner ? " (winner)" : ""}`,
    ...planScoreColumns.map(([, key]) => String(score[key])),
  ]);
  const columns = planScoreColumns.map(([label, , most]) => `${label} (${most})`);
  return [
    details("Closing words", positions.join("\n\n")),
    details("Scores", board.length === 0 ? "" : `${planScoreRemark}\n\n${table(["Seat", ...columns], board)}`),
    plan.result === "failed" ? "" : metricsPart(plan.metrics),
    details("What the seats saw", plan.context.map(item).join("\n")),
    listed("Notes", plan.notes.map(item)),
  ];
}

function seats(names: readonly string[]): string {
  return names.map(codeSpan).join(", ") || "no seat";
}
