import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { confidenceOf, panelStateOf, usageOf } from "../report/facts.ts";
import { claimLines } from "../report/markdown-remarks.ts";
import { details, sidesLine } from "../report/markdown-sections.ts";
import { ruleLink } from "../report/rules.ts";
import { countsOf, placeOf } from "../report/view.ts";
import { codeCell, codeSpan, markdown, markdownCell, markdownLine } from "../text/text.ts";
import { labelled } from "./comment.ts";

const openRows = 20;

/** Every P0 and some more at once, the rest folded. Few columns: a phone shows the title, the place and the doubt without scrolling. */
export function findingsTable(review: Review, findings: readonly Finding[]): string {
  const open = Math.max(openRows, findings.filter(({ severity }) => severity === "P0").length);
  const rest = findings.slice(open);
  const parts = [
    tableOf(review, findings.slice(0, open)),
    details(`And ${countsOf(rest)} more`, tableOf(review, rest)),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function tableOf(review: Review, findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const rows = findings.map((finding) => {
    const { severity, title, status, id } = finding;
    const doubt = status === "disputed" ? "**Disputed, needs a human.** " : "";
    const what = `${doubt}${markdownCell(title) || "(no title)"} ${codeCell(placeOf(finding))}`;
    return `| **${severity}** | ${what} | ${sidesLine(review, finding)} | \`${id}\` |`;
  });
  return ["| | Finding | Who | Id |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** The words of each finding: those that have no comment of their own stand only here. */
export function findingsInFull(review: Review, findings: readonly Finding[]): string {
  const parts = findings.map((finding) => {
    const { severity, title, detail, failurePath, fix, rule } = finding;
    const named = rule === undefined ? "" : ` rule ${ruleLink(review, rule)}`;
    const claim = `**${severity} ${markdownLine(title)}** ${codeSpan(placeOf(finding))}${named}`;
    const words = [
      claim,
      markdown(detail),
      ...claimLines(finding),
      labelled("How it fails", failurePath),
      labelled("Fix", fix),
    ];
    return words.filter((part) => part !== "").join("\n\n");
  });
  return details(`The findings in full: ${countsOf(findings)}`, parts.join("\n\n---\n\n"));
}

/** What the reader must know about this review, such as settings that the change edits: never folded. */
export function notesPart({ notes }: Review): string {
  return notes.length === 0 ? "" : `**Notes**\n\n${notes.map((note) => `- ${markdownLine(note)}`).join("\n")}`;
}

export function fixedPart({ eliminated }: Review): string {
  const fixed = eliminated.filter(({ status }) => status === "fixed");
  const lines = fixed.map((one) => `- ${one.severity} ${markdownLine(one.title)} ${codeSpan(placeOf(one))}`);
  return details(`Fixed since the last review (${fixed.length})`, lines.join("\n"));
}

/** Coverage, panel, confidence and cost on one line: how much the verdict is worth. */
export function factsLine(review: Review): string {
  const { coverage, panel } = review;
  const full = coverage.files.filter(({ state }) => state === "full").length;
  const excluded = coverage.files.filter(({ state }) => state === "excluded").length;
  const missed = coverage.files.length - full - excluded;
  const seats = panel.seats.filter(({ counted }) => counted || panel.state === "offline");
  const silent = seats.filter(({ healthy }) => !healthy).map(({ name }) => codeSpan(name));
  return [
    `**Coverage:** ${full} of ${coverage.files.length} ${coverage.files.length === 1 ? "file" : "files"}${excluded === 0 ? "" : `, ${excluded} excluded`}${missed === 0 ? "" : `, **${missed} not fully reviewed**`}`,
    review.silenced.length === 0 ? "" : `**Not reported:** ${review.silenced.length}`,
    `**Panel:** ${panelStateOf(review)}${silent.length === 0 ? "" : `, without ${silent.join(", ")}`}`,
    // Nobody voted where only rules looked: a number would praise what never happened.
    panel.state === "offline" ? "" : `**Confidence:** ${markdownLine(confidenceOf(review))}`,
    `**Cost:** ${markdownLine(usageOf(review))}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
