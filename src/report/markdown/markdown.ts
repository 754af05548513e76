import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { severities } from "../../domain/severity.ts";
import { markdown as inert, markdownCell, markdownLine } from "../../text/markdown.ts";
import { byteLength, codeCell, codeSpan, cut, fence } from "../../text/text.ts";
import { adviceOf } from "../advice.ts";
import { moreInJson, otherClaims } from "../claims.ts";
import {
  changeOf,
  confidenceOf,
  durationOf,
  effortOf,
  lossOf,
  outdented,
  panelStateOf,
  topologyOf,
  winnerOf,
} from "../facts.ts";
import { type RemarkList, remarkListsOf, summaryOf } from "../remarks.ts";
import type { Report } from "../report.ts";
import { ruleLink } from "../rules.ts";
import { stopOf } from "../stop.ts";
import { usageOf } from "../usage.ts";
import { absenceOf, countsOf, doubtOf, placeOf, ranked } from "../view.ts";
import { debateOn, details, reviewAppendices, sidesLine } from "./sections.ts";

/**
 * The report as GitHub Markdown, for `.debate/review-*.md`, comments and job summaries. All HTML tags are ours. With a
 * `limit`, the debates are dropped first, then the appendices, then findings from the least severe up; the end says
 * what is missing.
 */
export const markdown: Report = (review, options) => {
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const head = headOf(review);
  const findings = ranked(review.findings);
  const summary = [summaryLine(review)].filter((part) => part !== "");
  const remarks = remarkSections(review);
  const whole = [...head, ...summary, ...bodyOf(review, findings, true), ...remarks, ...reviewAppendices(review)];
  if (sizeOf(whole) <= limit) return join(whole);

  const brief = [...head, ...summary, ...bodyOf(review, findings, false), ...remarks, ...reviewAppendices(review)];
  if (sizeOf([...brief, leftOut(["the debates"])]) <= limit) return join([...brief, leftOut(["the debates"])]);

  const top = [...head, ...summary];
  for (let kept = fitting(review, findings, limit - sizeOf(top)); kept >= 0; kept -= 1) {
    const dropped = findings.length - kept;
    const note = leftOut([
      "the debates",
      ...(remarks.length === 0 ? [] : ["risks and questions"]),
      "the appendices",
      ...(dropped === 0 ? [] : [`${dropped} of ${findings.length} findings`]),
    ]);
    const shown = [...top, ...bodyOf(review, findings.slice(0, kept), false), note];
    if (sizeOf(shown) <= limit) return join(shown);
  }
  return cut(join(head), limit, `\n\n${leftOut(["everything else"])}\n`);
};

/** The number of findings that can fit at all. The note and headings may still cost the last of them. */
function fitting(review: Review, findings: readonly Finding[], room: number): number {
  let used = 0;
  const last = findings.findIndex((finding) => {
    used += byteLength(findingPart(review, finding, false)) + 2;
    return used > room;
  });
  return last === -1 ? findings.length : last;
}

function headOf(review: Review): readonly string[] {
  const duration = durationOf(review);
  const stopped = stopOf(review);
  const effort = effortOf(review);
  const topology = topologyOf(review);
  const winner = winnerOf(review);
  const hasModels = review.panel.seats.some(({ counted }) => counted);
  const debated: readonly (readonly [string, string])[] = [
    ["Confidence", markdownCell(confidenceOf(review))],
    ["Winner", winner === null ? "none" : markdownCell(winner)],
    ["Rounds", `${review.rounds.length}${stopped === null ? "" : `, then ${markdownCell(stopped)}`}`],
    ["Cost", markdownCell(usageOf(review))],
  ];
  const present = review.panel.seats.filter(({ counted, healthy }) => (counted || isOffline(review)) && healthy);
  const rows: readonly (readonly [string, string])[] = [
    ["Result", `**${review.result}** (check: ${review.conclusion})`],
    ["Findings", review.findings.length === 0 ? markdownCell(absenceOf(review)) : countsOf(review.findings)],
    ["Panel", `${panelStateOf(review)}: ${present.map((seat) => markdownCell(seat.name)).join(", ") || "no seats"}`],
    ["Change", codeCell(changeOf(review))],
    ...(effort === null ? [] : [["Effort", markdownCell(effort)] as const]),
    ...(topology === null ? [] : [["Topology", markdownCell(topology)] as const]),
    ...(hasModels ? debated : []),
    ["Duration", duration ?? "unknown"],
  ];
  const lost = review.panel.seats.flatMap((seat) => {
    const loss = lossOf(seat);
    return loss === null ? [] : [`- ${codeSpan(seat.name)} ${markdownLine(loss)}`];
  });
  return [
    `# PR Debate: ${markdownLine(review.title)}`,
    review.reason === review.title ? "" : inert(review.reason),
    ...adviceOf(review).map((advice) => `**${markdownLine(advice)}**`),
    ["| | |", "| --- | --- |", ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join("\n"),
    lost.join("\n"),
  ].filter((part) => part !== "");
}

function isOffline({ panel }: Review): boolean {
  return panel.state === "offline";
}

function bodyOf(review: Review, findings: readonly Finding[], withDebate: boolean): readonly string[] {
  if (review.findings.length === 0) return [absenceOf(review)];
  return severities.flatMap((severity) => {
    const own = findings.filter((finding) => finding.severity === severity);
    return own.length === 0
      ? []
      : [`## ${severity} (${own.length})`, ...own.map((finding) => findingPart(review, finding, withDebate))];
  });
}

function findingPart(review: Review, finding: Finding, withDebate: boolean): string {
  const state = finding.status === "disputed" ? " **Disputed, needs a human.**" : "";
  const sides = sidesLine(review, finding);
  const rule = finding.rule === undefined ? "" : `rule ${ruleLink(review, finding.rule)}, `;
  return [
    `### ${markdownLine(finding.title) || "(no title)"}`,
    `${codeSpan(placeOf(finding))} ${finding.category}, ${rule}id \`${finding.id}\`.${state}`,
    finding.quote.trim() === "" ? "" : fence(outdented(finding.quote)),
    inert(finding.detail),
    ...labelled("Narrowed in its hearing. Before", finding.narrowedFrom),
    ...claimLines(finding),
    ...labelled("Why it fails", finding.failurePath),
    ...labelled("Fix", finding.fix),
    ...(finding.suggestion === undefined ? [] : ["**Replace with**", fence(finding.suggestion)]),
    sides,
    doubtOf(review, finding) ?? "",
    withDebate ? details("Debate", debateOn(review, finding, otherClaims(finding).repeats)) : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function labelled(label: string, text: string | undefined): readonly string[] {
  return text === undefined || text.trim() === "" ? [] : [`**${label}**`, inert(text)];
}

function leftOut(parts: readonly string[]): string {
  return `_Cut to fit. Left out: ${parts.join(", ")}. The JSON report has everything._`;
}

function join(parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}

function sizeOf(parts: readonly string[]): number {
  return byteLength(join(parts));
}

/** A model's words below ours, named as such, on one line. */
export function summaryLine(review: Review): string {
  const summary = summaryOf(review);
  return summary === null ? "" : `**Summary**, worded by ${codeSpan(summary.by)}: ${markdownLine(summary.text)}`;
}

/** Risks and questions under headings. */
function remarkSections(review: Review): readonly string[] {
  return remarkListsOf(review).map((list) => `## ${list.title}\n\n${listed(list)}`);
}

/** The same, folded. */
export function foldedRemarks(review: Review): readonly string[] {
  return remarkListsOf(review).map((list) => details(`${list.title} (${list.all})`, listed(list)));
}

function listed({ shown, left }: RemarkList): string {
  const lines = shown.map(({ text, raisedBy }) => `- ${markdownLine(text)} (${raisedBy.map(codeSpan).join(", ")})`);
  return [...lines, ...more(left, "- ")].join("\n");
}

/** The merged claims with other content, one line each, because a label cannot precede more than a line. */
export function claimLines(finding: Finding): readonly string[] {
  const { claims, left } = otherClaims(finding);
  const lines = claims.map(({ where, title, detail, raised }) => {
    const said = [title, detail].filter((text) => text !== "").map(markdownLine);
    const seats = raised.map(({ seat, severity }) => `${codeSpan(seat)} as ${severity}`);
    return `**${where === null ? "Also here" : "Also at"}:** ${where === null ? "" : `${codeSpan(where)}: `}${said.join(" — ")} (raised by ${seats.join(", ")})`;
  });
  return [...lines, ...more(left, "")];
}

function more(left: number, mark: string): readonly string[] {
  return moreInJson(left).map((note) => `${mark}_${note}_`);
}
