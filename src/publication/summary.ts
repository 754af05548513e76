import type { Finding } from "../domain/finding.ts";
import type { State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";
import { confidenceOf, panelStateOf, usageOf } from "../report/facts.ts";
import { appendices, details, sidesLine } from "../report/markdown-sections.ts";
import { absenceOf, adviceOf, countsOf, placeOf, ranked } from "../report/view.ts";
import { byteLength, codeCell, codeSpan, cut, markdown, markdownCell, markdownLine } from "../text.ts";
import { markerOf } from "./marker.ts";
import { writeState } from "./state.ts";

const stateBytes = 24_000;

/** The one comment that is kept up to date: verdict, findings, coverage, panel, how to answer; folded the rest; last the state block. */
export function summaryComment(review: Review, state: State, maxBytes: number): string {
  const marker = markerOf({ kind: "summary", head: state.head, attempt: state.attempt });
  const { block, dropped } = writeState(state, stateBytes);
  const forgotten = dropped === null ? "" : `_The next review will not know ${dropped}: too much to keep here._`;
  const findings = ranked(review.findings);
  const head = [marker, ...verdictPart(review)];
  const foot = [facts(review), howToAnswer, forgotten, block];
  const full = [...head, findingsTable(review, findings), inFull(findings), fixedPart(review), ...appendices(review)];
  for (const body of [full, [...head, findingsTable(review, findings), inFull(findings.filter(isGrave)), cutNote]]) {
    const text = join([...body, ...foot]);
    if (byteLength(text) <= maxBytes) return text;
  }
  for (let kept = findings.length; kept > 0; kept = Math.floor(kept * 0.8)) {
    const rest = `_… and ${findings.length - kept} more findings: see the check's details._`;
    const text = join([...head, findingsTable(review, findings.slice(0, kept)), rest, cutNote, ...foot]);
    if (byteLength(text) <= maxBytes) return text;
  }
  const room = maxBytes - byteLength(join(["", ...foot])) - 2;
  return join([cut(join(head), room), ...foot]);
}

const cutNote = "_Cut to fit: the check's details and the report have everything._";

const howToAnswer =
  "**To answer:** reply in a finding's thread, or comment `/debate review` to have the change debated again. Resolving a thread or a 👎 only hides it; the verdict follows the code.";

const signs: Readonly<Record<Review["result"], string>> = {
  superseded: "⏩",
  overridden: "⚠️",
  blocked: "⛔",
  inconclusive: "⚠️",
  skipped: "⏭️",
  findings: "💬",
  clean: "✅",
};

function verdictPart(review: Review): readonly string[] {
  const { result, title, reason, panel } = review;
  const sign = panel.state === "offline" && result !== "blocked" && result !== "inconclusive" ? "🔎" : signs[result];
  return [
    `## ${sign} PR Debate: ${markdownLine(title)}`,
    reason === title ? "" : markdown(reason),
    ...adviceOf(review).map((advice) => `**${markdownLine(advice)}**`),
    review.findings.length === 0 ? markdownLine(absenceOf(review)) : "",
  ];
}

function findingsTable(review: Review, findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const rows = findings.map((finding) => {
    const { severity, title, status, id } = finding;
    const state = status === "disputed" ? "disputed, needs a human" : "accepted";
    const cells = [
      `**${severity}**`,
      markdownCell(title),
      codeCell(placeOf(finding)),
      state,
      sidesLine(review, finding),
      `\`${id}\``,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return ["| | Finding | Where | Status | Who | Id |", "| --- | --- | --- | --- | --- | --- |", ...rows].join("\n");
}

function isGrave({ severity }: Finding): boolean {
  return severity === "P0";
}

/** The words of each finding: those that have no comment of their own stand only here. */
function inFull(findings: readonly Finding[]): string {
  const parts = findings.map(({ severity, title, detail, failurePath, fix, id, ...rest }) =>
    [
      `**${severity} ${markdownLine(title)}** ${codeSpan(placeOf({ severity, title, detail, id, ...rest }))}`,
      markdown(detail),
      labelled("How it fails", failurePath),
      labelled("Fix", fix),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  return details(`The findings in full (${countsOf(findings)})`, parts.join("\n\n---\n\n"));
}

/** The text begins a paragraph of its own: a fence that opens behind other words is none, and what it holds would come alive. */
function labelled(label: string, text: string | undefined): string {
  return text === undefined || text.trim() === "" ? "" : `**${label}**\n\n${markdown(text)}`;
}

function fixedPart({ eliminated }: Review): string {
  const fixed = eliminated.filter(({ status }) => status === "fixed");
  const lines = fixed.map((one) => `- ${one.severity} ${markdownLine(one.title)} ${codeSpan(placeOf(one))}`);
  return details(`Fixed since the last review (${fixed.length})`, lines.join("\n"));
}

function facts(review: Review): string {
  const { coverage, panel } = review;
  const full = coverage.files.filter(({ state }) => state === "full").length;
  const excluded = coverage.files.filter(({ state }) => state === "excluded").length;
  const missed = coverage.files.length - full - excluded;
  const seats = panel.seats.filter(({ counted }) => counted || panel.state === "offline");
  const silent = seats.filter(({ healthy }) => !healthy).map(({ name }) => codeSpan(name));
  return [
    `**Coverage:** ${full} of ${coverage.files.length} files${excluded === 0 ? "" : `, ${excluded} excluded`}${missed === 0 ? "" : `, **${missed} not fully reviewed**`}`,
    `**Panel:** ${panelStateOf(review)}${silent.length === 0 ? "" : `, without ${silent.join(", ")}`}`,
    `**Confidence:** ${markdownLine(confidenceOf(review))}`,
    `**Cost:** ${markdownLine(usageOf(review))}`,
  ].join(" · ");
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
