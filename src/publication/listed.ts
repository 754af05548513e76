import type { Existing, State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";

const start = "<!-- pr-debate-state v1";

/** The ids of a review's findings that could block, as the hidden last line of its body. */
export function writeListed(ids: readonly string[]): string {
  return `${[start, ...ids].join(" ")} -->`;
}

/** Undefined: an earlier version wrote the review, without such a line. */
export function readListed(body: string): readonly string[] | undefined {
  const line = body.trimEnd().split("\n").at(-1) ?? "";
  return line.startsWith(start) ? (line.match(/\b[0-9a-f]{8}\b/g) ?? []) : undefined;
}

/** Open findings that block, or would under another setting. */
export function listedIn({ findings }: Pick<Review, "findings">): string[] {
  return findings.filter(({ severity }) => severity !== "P2").map(({ id }) => id);
}

/** Every id that a submitted review has named so far. */
export function allListed({ state, reviews }: Existing, now: readonly string[] = []): NonNullable<State["listed"]> {
  return [...new Set([...(state?.listed ?? []), ...reviews.flatMap(({ listed = [] }) => listed), ...now])];
}
