import type { Finding } from "../domain/finding.ts";
import type { Existing, KnownThread, OwnPosts } from "../domain/publication.ts";
import { readMarker } from "./marker.ts";
import { hasUnreadableState, readFinding, readState } from "./state.ts";

/** Our posts by their markers. The oldest summary is the one; a later one, as two runs at once may leave behind, is never written again. */
export function recognise({ comments, reviews, threads }: OwnPosts): Existing {
  const [summary] = comments
    .filter(({ body }) => readMarker(body)?.kind === "summary")
    .sort((one, other) => one.id - other.id);
  const marked = reviews.flatMap(({ id, body, isPending }) => {
    const marker = readMarker(body);
    return marker?.kind === "review" ? [{ id, isPending, head: marker.head, attempt: marker.attempt }] : [];
  });
  return {
    summary: summary === undefined ? null : { id: summary.id, body: summary.body },
    state: summary === undefined ? null : readState(summary.body),
    isUnreadable: summary !== undefined && hasUnreadableState(summary.body),
    reviews: marked.filter(({ isPending }) => !isPending).map(({ id, head, attempt }) => ({ id, head, attempt })),
    pending: marked.filter(({ isPending }) => isPending).map(({ id }) => id),
    threads: threads.flatMap((thread) => {
      const marker = readMarker(thread.body);
      return marker?.kind === "finding" && marker.id !== undefined
        ? [{ ...thread, finding: marker.id, known: readFinding(thread.body) }]
        : [];
    }),
  };
}

/**
 * Findings that have a thread of ours and that the state knows nothing of: the summary could not be written, or somebody edited it. A
 * thread that we closed ourselves is done with; one that a person closed is not, for that never changes a verdict.
 */
export function forgotten({ state, threads }: Existing): Finding[] {
  const remembered = new Set([...(state?.posted ?? []), ...(state?.findings ?? []).map(({ id }) => id)]);
  const lost = threads.filter((thread) => !remembered.has(thread.finding) && !isSettled(thread));
  const findings = lost.flatMap(({ known }) => (known === null ? [] : [known]));
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()];
}

/** Whether this very attempt posted a thread before it was killed: then its summary is only late. */
export function isOwnWork({ threads }: Existing, { id }: Finding, now: { head: string; attempt: number }): boolean {
  return threads.some(({ finding, body }) => {
    const marker = readMarker(body);
    return finding === id && marker?.head === now.head && marker.attempt === now.attempt;
  });
}

function isSettled({ isResolved, ownReplies, finding }: KnownThread): boolean {
  return isResolved && ownReplies.some((reply) => readMarker(reply)?.id === finding);
}
