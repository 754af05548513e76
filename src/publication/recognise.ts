import type { Existing, OwnPosts } from "../domain/publication.ts";
import { readMarker } from "./marker.ts";
import { readState } from "./state.ts";

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
    reviews: marked.filter(({ isPending }) => !isPending).map(({ id, head, attempt }) => ({ id, head, attempt })),
    pending: marked.filter(({ isPending }) => isPending).map(({ id }) => id),
    threads: threads.flatMap((thread) => {
      const marker = readMarker(thread.body);
      return marker?.kind === "finding" && marker.id !== undefined ? [{ ...thread, finding: marker.id }] : [];
    }),
  };
}
