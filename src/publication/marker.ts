import type { Review } from "../domain/review.ts";
import type { State } from "../domain/state.ts";
import type { Existing } from "./recognise.ts";

const kinds = ["summary", "finding", "review", "plan", "answer", "hearing"] as const;

/** What the first line of each of our comments says (design §9). */
export interface Marker {
  readonly kind: (typeof kinds)[number];
  /** Of the finding; of an answer or a hearing, what it answers. */
  readonly id?: string | undefined;
  readonly head: string;
  readonly attempt: number;
}

export function markerOf({ kind, id, head, attempt }: Marker): string {
  return `<!-- pr-debate v1 kind=${kind}${id === undefined ? "" : ` id=${id}`} head=${head} attempt=${attempt} -->`;
}

/** Only a whole first line counts. Who wrote the body is for the caller to know: anybody can write a marker. */
export function readMarker(body: string): Marker | null {
  const first = body.split("\n", 1)[0]?.trimEnd() ?? "";
  const groups =
    /^<!-- pr-debate v1 kind=(?<kind>[a-z]+)(?: id=(?<id>[0-9a-f]{8}))? head=(?<head>[0-9a-f]{7,64}) attempt=(?<attempt>\d{1,6}) -->$/.exec(
      first,
    )?.groups;
  const kind = kinds.find((one) => one === groups?.["kind"]);
  if (groups === undefined || kind === undefined) return null;
  const { id, head = "", attempt } = groups;
  return { kind, ...(id === undefined ? {} : { id }), head, attempt: Number(attempt) };
}

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
