import type { Finding } from "../../domain/finding.ts";
import type { InlineComment } from "../../domain/github/operation.ts";
import type { Review } from "../../domain/review.ts";
import type { Existing, State } from "../../domain/state.ts";
import { ranked } from "../../report/view.ts";
import { type CommentContext, fileComment, findingComment } from "./comment.ts";
import type { Limits } from "./marker.ts";

export interface Chosen {
  readonly onLines: readonly InlineComment[];
  readonly onFiles: readonly { readonly finding: string; readonly path: string; readonly body: string }[];
}

/**
 * The findings that get a comment of their own: P0 and P1 with a place in the change and without a comment, worst first,
 * at most `limits.inline`. GitHub takes no comment on a file that the change does not touch.
 */
export function chooseComments(review: Review, state: State, existing: Existing, limits: Limits): Chosen {
  const known = new Set([...existing.threads.map(({ finding }) => finding), ...(existing.state?.posted ?? [])]);
  const told = existing.threads.flatMap((thread) => (thread.known === null ? [] : [thread.known]));
  const fresh = ranked(review.findings).filter(
    (finding) =>
      finding.severity !== "P2" &&
      finding.anchor !== "none" &&
      finding.inChange !== false &&
      !known.has(finding.id) &&
      !told.some((other) => saysTheSame(finding, other)),
  );
  const chosen = fresh.slice(0, limits.inline);
  const context: CommentContext = { head: state.head, attempt: state.attempt, maxBytes: limits.commentBytes };
  return {
    onLines: chosen.flatMap((finding) => onLines(review, finding, context)),
    onFiles: chosen
      .filter(({ anchor }) => anchor === "file")
      .map((finding) => ({ finding: finding.id, path: finding.path, body: fileComment(review, finding, context) })),
  };
}

/**
 * The same claim or the same code on the same line under another id. Models quote more or less of a line from run to
 * run.
 */
function saysTheSame(finding: Finding, told: Finding): boolean {
  const { path, side, line, title, quote } = finding;
  return (
    path === told.path && side === told.side && line === told.line && (title === told.title || quote === told.quote)
  );
}

function onLines(review: Review, finding: Finding, context: CommentContext): InlineComment[] {
  const { id, path, side, line, startLine, anchor } = finding;
  if (anchor !== "hunk" || line === null) return [];
  const start = startLine === undefined || startLine >= line ? null : startLine;
  const body = findingComment(review, finding, context);
  const fileBody = fileComment(review, finding, context);
  return [{ finding: id, path, side, startLine: start, line, body, fileBody }];
}
