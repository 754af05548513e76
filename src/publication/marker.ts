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
