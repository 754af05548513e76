import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { debateOn, details, sidesLine } from "../report/markdown-sections.ts";
import { doubtOf } from "../report/view.ts";
import { byteLength, cut, fence, markdown, markdownLine } from "../text.ts";
import { markerOf } from "./marker.ts";
import { isCommittable } from "./suggestion.ts";

export interface CommentContext {
  readonly head: string;
  readonly attempt: number;
  readonly maxBytes: number;
}

/** A finding as a comment on its lines: what is wrong, how it fails, what to do, and folded who said what. */
export function findingComment(review: Review, finding: Finding, context: CommentContext): string {
  return fitted(review, finding, context, true);
}

/** The same as a comment on the whole file, where no suggestion can be applied. */
export function fileComment(review: Review, finding: Finding, context: CommentContext): string {
  return fitted(review, finding, context, false);
}

function fitted(review: Review, finding: Finding, context: CommentContext, onLines: boolean): string {
  const { head, attempt, maxBytes } = context;
  const marker = markerOf({ kind: "finding", id: finding.id, head, attempt });
  const claim = [marker, ...claimOf(review, finding), ...remedyOf(finding, onLines)];
  const foot = footOf(finding);
  const debate = details(`Debate: ${sidesText(review, finding)}`, debateOn(review, finding));
  const whole = [...claim, debate, foot].filter((part) => part !== "").join("\n\n");
  if (byteLength(whole) <= maxBytes) return whole;
  const brief = claim.filter((part) => part !== "").join("\n\n");
  const note = "\n\n_Cut to fit; the report has everything._";
  return byteLength(brief) + byteLength(note) + byteLength(foot) + 2 <= maxBytes
    ? `${brief}${note}\n\n${foot}`
    : cut(brief, maxBytes, "\n```\n\n_Cut to fit; the report has everything._");
}

function claimOf(review: Review, finding: Finding): readonly string[] {
  const { severity, category, title, detail, failurePath, status } = finding;
  const doubt = doubtOf(review, finding);
  return [
    `**${severity} · ${category}: ${markdownLine(title) || "(no title)"}**`,
    status === "disputed" ? `**Disputed, needs a human.** ${doubt ?? ""}`.trim() : "",
    markdown(detail),
    labelled("How it fails", failurePath),
  ];
}

function remedyOf(finding: Finding, onLines: boolean): readonly string[] {
  const { fix, suggestion } = finding;
  if (suggestion === undefined) return [labelled("Fix", fix)];
  if (onLines && isCommittable(finding)) return [labelled("Fix", fix), fence(suggestion, "suggestion")];
  return [labelled("Fix", fix), "**Replace by** (to be applied by hand)", fence(suggestion)];
}

function labelled(label: string, text: string | undefined): string {
  return text === undefined || text.trim() === "" ? "" : `**${label}**\n\n${markdown(text)}`;
}

/** Names of seats are settings' words (a-z, 0-9, -), safe within our own tag. */
function sidesText(review: Review, finding: Finding): string {
  return sidesLine(review, finding).replaceAll("`", "").replace(/[<>&]/g, "").toLowerCase();
}

function footOf({ id }: Finding): string {
  return `<sub>PR Debate \`${id}\` · \`/debate review\` reviews again · resolving this thread only hides it</sub>`;
}
