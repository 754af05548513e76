import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { claimLines } from "../../report/markdown/markdown.ts";
import { details, sidesLine } from "../../report/markdown/sections.ts";
import { ruleLink } from "../../report/rules.ts";
import { countsOf, doubtOf, placeOf } from "../../report/view.ts";
import { markdown, markdownCell, markdownLine } from "../../text/markdown.ts";
import { codeCell, codeSpan } from "../../text/text.ts";
import { labelledPart, narrowedPart } from "./parts.ts";

const openRows = 20;

/**
 * Every P0 and some more at once, the rest folded. With few columns a phone shows title, place and doubt without
 * scrolling.
 */
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
    const what = `${doubt}${markdownCell(title) || "(no title)"} ${codeCell(placeOf(finding))}${permalink(review, finding)}`;
    return `| **${severity}** | ${what} | ${sidesLine(review, finding)} | \`${id}\` |`;
  });
  return ["| | Finding | Who | Id |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** A link to the code of a finding that no comment on the change can show. Empty for the others. */
function permalink({ change: { repo, head } }: Review, { inChange, path, line, startLine }: Finding): string {
  if (inChange !== false || repo === null || line === null || head.sha === "") return "";
  const file = path.split("/").map(encodePart).join("/");
  const lines = startLine === undefined ? `L${line}` : `L${startLine}-L${line}`;
  return ` [code](/${repo}/blob/${head.sha}/${file}#${lines})`;
}

/** A part of a path that cannot end a Markdown link or a table cell. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replace(/[()'!*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/** The words of each finding. Findings without a comment of their own appear only here. */
export function findingsInFull(review: Review, findings: readonly Finding[]): string {
  const parts = findings.map((finding) => {
    const { severity, title, detail, failurePath, fix, rule } = finding;
    const named = rule === undefined ? "" : ` rule ${ruleLink(review, rule)}`;
    const claim = `**${severity} ${markdownLine(title)}** ${codeSpan(placeOf(finding))}${permalink(review, finding)}${named}`;
    const words = [
      claim,
      markdown(detail),
      narrowedPart(finding),
      ...claimLines(finding),
      weighedPart(review, finding),
      labelledPart("How it fails", failurePath),
      labelledPart("Fix", fix),
    ];
    return words.filter((part) => part !== "").join("\n\n");
  });
  return details(`The findings in full: ${countsOf(findings)}`, parts.join("\n\n---\n\n"));
}

/** Weights that decided about a finding are shown with it, also where it has no comment of its own. */
function weighedPart(review: Review, finding: Finding): string {
  return finding.weighed === undefined ? "" : (doubtOf(review, finding) ?? "");
}
