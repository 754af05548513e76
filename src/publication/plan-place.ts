import type { DatedComment, OwnComment } from "../domain/publication.ts";
import { readMarker } from "./marker.ts";

const stages = ["planning", "planned", "unplanned"] as const;

/** What the second line of a plan's comment says of the comment that asked: at work for it, answered, or without a plan for it. */
export type Stage = (typeof stages)[number];

export function turnOf(stage: Stage, comment: number): string {
  return `<!-- pr-debate ${stage} comment=${comment} -->`;
}

/** Whether two bodies stand at the same stage for the same comment. */
export function isSameTurn(one: string, other: string): boolean {
  return one.split("\n", 2)[1] === other.split("\n", 2)[1];
}

/** Whether the comment is at work for that one. */
export function isPlanning({ body }: OwnComment, comment: number): boolean {
  return body.split("\n", 2)[1] === turnOf("planning", comment);
}

/** The plan that a comment holds, from the line that says for whom it was made; nothing of a model can spell such a line. */
export function keptPlan(body: string): string | null {
  return /^<!-- pr-debate planned comment=\d+ -->$.*/ms.exec(body)?.[0] ?? null;
}

/** Where a question is answered. */
export type PlanPlace =
  /** That very comment was answered with a plan: nothing is left to do. */
  | { readonly kind: "done" }
  /** `at` null: in a new comment. */
  | { readonly kind: "here"; readonly at: DatedComment | null }
  /** Somebody else's asking is answered, or was while this one waited for its turn. `twin`: a comment of ours that this makes needless. */
  | { readonly kind: "elsewhere"; readonly at: DatedComment; readonly isAtWork: boolean; readonly twin: number | null };

/** A run writes to its comment each minute; one that did not for so long was killed, and will never come back. */
const silentMs = 3 * 60_000;

/** Pure: GitHub's own list of our comments, oldest first, says who came first. */
export function placeOf(
  comments: readonly DatedComment[],
  { id, comment, askedAt }: { readonly id: string; readonly comment: number; readonly askedAt: string | null },
  now: Date,
): PlanPlace {
  const all = comments.filter(({ body }) => isPlanOf(body, id)).toSorted((a, b) => a.id - b.id);
  if (all.some(({ body }) => keptPlan(body)?.startsWith(turnOf("planned", comment)))) return { kind: "done" };
  const [first, ...later] = all;
  if (first === undefined) return { kind: "here", at: null };
  const twin = later.find((one) => isPlanning(one, comment))?.id ?? null;
  const isAtWork = stageOf(first.body) === "planning" && now.getTime() - Date.parse(first.writtenAt) < silentMs;
  const isNewer = askedAt !== null && Date.parse(first.writtenAt) > Date.parse(askedAt);
  const isOthers = (isAtWork && !isPlanning(first, comment)) || (isNewer && stageOf(first.body) === "planned");
  return isOthers || twin !== null ? { kind: "elsewhere", at: first, isAtWork, twin } : { kind: "here", at: first };
}

function isPlanOf(body: string, id: string): boolean {
  const marker = readMarker(body);
  return marker?.kind === "plan" && marker.id === id;
}

function stageOf(body: string): Stage | null {
  const line = body.split("\n", 2)[1] ?? "";
  return stages.find((stage) => line.startsWith(`<!-- pr-debate ${stage} comment=`)) ?? null;
}
