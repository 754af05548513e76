import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { codeSpan, markdownLine } from "../../text/text.ts";
import { moreInJson, otherClaims } from "../claims.ts";
import { type RemarkList, remarkListsOf, summaryOf } from "../remarks.ts";
import { details } from "./sections.ts";

/** A model's words below ours: named as such, on one line. */
export function summaryLine(review: Review): string {
  const summary = summaryOf(review);
  return summary === null ? "" : `**Summary**, worded by ${codeSpan(summary.by)}: ${markdownLine(summary.text)}`;
}

/** Risks and questions under headings. */
export function remarkSections(review: Review): readonly string[] {
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

/** Claims that were merged into a finding and say something else: each a line, for a label cannot stand before more than that. */
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
