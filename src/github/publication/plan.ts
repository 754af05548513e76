import { timeOf } from "../../domain/decisions.ts";
import type { PostOperation, ThreadWrite } from "../../domain/github/operation.ts";
import type { Review } from "../../domain/review.ts";
import type { Existing, State } from "../../domain/state.ts";
import { countsOf } from "../../report/view.ts";
import type { PublicationContext } from "./check.ts";
import { chooseComments } from "./inline.ts";
import { type Limits, markerOf, readMarker, writeListed } from "./marker.ts";
import { allListed, listedIn } from "./recognise.ts";
import { redactedReview, redactedState } from "./redacted.ts";
import { summaryComment } from "./summary.ts";

const mostResolved = 30;

/**
 * The writes for a review, in an order that leaves the truth after a crash at any step: comments on lines in one
 * review, comments on files, settled threads, the summary with its state last. Existing posts are not written again.
 * The check comes after.
 */
export function planPublication(
  given: Review,
  state: State,
  existing: Existing,
  limits: Limits,
  { secrets }: Pick<PublicationContext, "secrets">,
): PostOperation[] {
  if (given.result === "superseded" || given.result === "skipped") return [];
  const review = redactedReview(given, secrets);
  const { onLines, onFiles } = chooseComments(review, state, existing, limits);
  const isReviewed = existing.reviews.some(({ head, attempt }) => head === state.head && attempt === state.attempt);
  const posts = isReviewed ? [] : onLines;
  const listed = listedIn(review);
  const isRecord = hasUnlisted(review, listed, allListed(existing));
  const isPosted = !isReviewed && (posts.length > 0 || isRecord);
  const marker = markerOf({ kind: "review", head: state.head, attempt: state.attempt });
  const told = [...posts, ...onFiles].map(({ finding }) => finding);
  const threads = existing.threads.map(({ finding }) => finding);
  const posted = [...new Set([...state.posted, ...threads, ...told])];
  const known = { ...state, posted, listed: allListed(existing, isPosted ? listed : []) };
  const body = summaryComment(review, redactedState(known, secrets), limits.commentBytes);
  const threadWrites = [...settledThreads(review, existing, state), ...returnedThreads(review, existing, state)];
  return [
    ...existing.pending.map((id): PostOperation => ({ kind: "delete-pending-review", review: id })),
    ...(isPosted
      ? [{ kind: "post-review" as const, marker, body: reviewBody(marker, review, listed), comments: posts, isRecord }]
      : []),
    ...onFiles.map((comment): PostOperation => ({ kind: "post-file-comment", ...comment })),
    ...(threadWrites.length === 0 ? [] : [{ kind: "resolve-threads" as const, threads: threadWrites }]),
    ...(existing.summary?.body === body
      ? []
      : [{ kind: "write-summary" as const, id: existing.summary?.id ?? null, body }]),
  ];
}

/**
 * The writes after people's decisions: a reply in the finding's thread, and the summary with its state. No new comments
 * on lines.
 */
export function planDecision(
  given: Review,
  state: State,
  existing: Existing,
  threads: readonly ThreadWrite[],
  limits: Limits,
  { secrets }: Pick<PublicationContext, "secrets">,
): PostOperation[] {
  const body = summaryComment(redactedReview(given, secrets), redactedState(state, secrets), limits.commentBytes);
  return [
    ...(threads.length === 0 ? [] : [{ kind: "resolve-threads" as const, threads }]),
    ...(existing.summary?.body === body
      ? []
      : [{ kind: "write-summary" as const, id: existing.summary?.id ?? null, body }]),
  ];
}

/** Whether a finding that needs a lasting record has none: any finding in a blocking review, a P0 in every other. */
function hasUnlisted({ result, findings }: Review, listed: readonly string[], before: readonly string[]): boolean {
  const unlisted = new Set(listed.filter((id) => !before.includes(id)));
  return findings.some(({ id, severity }) => unlisted.has(id) && (result === "blocked" || severity === "P0"));
}

function reviewBody(marker: string, { findings }: Review, listed: readonly string[]): string {
  return `${marker}\n\n**PR Debate** found ${countsOf(findings)} in this change. The summary comment has all of it, with coverage and who said what.\n\n${writeListed(listed)}`;
}

/**
 * Fixed, its code changed, and no person in the thread: then it may be closed with the reason. A person's thread stays
 * theirs.
 */
function settledThreads(review: Review, existing: Existing, state: State): ThreadWrite[] {
  const fixed = new Set(review.eliminated.filter(({ status }) => status === "fixed").map(({ id }) => id));
  return existing.threads
    .filter(
      ({ finding, isResolved, isOutdated, foreignReplies }) =>
        fixed.has(finding) && !isResolved && isOutdated && foreignReplies === 0,
    )
    .slice(0, mostResolved)
    .map(({ thread, finding, ownReplies }) => {
      const marker = markerOf({ kind: "finding", id: finding, head: state.head, attempt: state.attempt });
      const isSaid = ownReplies.some((reply) => readMarker(reply)?.id === finding);
      const reason = `Fixed: the code of this finding changed in \`${state.head.slice(0, 12)}\`, and no seat found it again.`;
      return { thread, reply: isSaid ? null : `${marker}\n\n${reason}` };
    });
}

/**
 * A finding that counts again without a person reopening it must not stay in a closed thread. Once only, because a
 * person may close it.
 */
function returnedThreads({ findings }: Review, existing: Existing, state: State): ThreadWrite[] {
  return findings.flatMap(({ id }) => {
    const text = whyItCounts(id, existing.state, state);
    if (text === null) return [];
    const reply = `${markerOf({ kind: "finding", id, head: state.head, attempt: state.attempt })}\n\n${text}`;
    return existing.threads
      .filter((one) => one.finding === id && one.isResolved && !one.ownReplies.some((said) => said.endsWith(text)))
      .map(({ thread }) => ({ thread, reply, end: "reopen" as const }));
  });
}

function whyItCounts(id: string, before: State | null, { decisions, head }: State): string | null {
  const dismissal = decisions?.dismissals.find(({ finding }) => finding === id);
  if (dismissal !== undefined)
    return `It counts again: its dismissal on ${timeOf(dismissal.at)} no longer applies, and the summary says why.`;
  const isBack = before?.fixed?.some((one) => one.id === id) === true;
  return isBack ? `It counts again: its code is back in \`${head.slice(0, 12)}\`.` : null;
}
