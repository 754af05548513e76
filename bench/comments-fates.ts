import { isProtected } from "../src/domain/severity.ts";
import type { DebatedComments } from "./comments-debate.ts";
import { commentsIn } from "./comments-seats.ts";
import type { CommentScene } from "./comments-world.ts";

/** How findings of one kind ended: what they were, how the seats stood, what a hearing said, and what became of them. */
export interface Fate {
  readonly kind: string;
  readonly right: number;
  readonly wrong: number;
  /** Eliminated though right, while nothing else in the review shows the defect. */
  readonly lost: number;
}

export function fatesOf(scene: CommentScene, { findings, eliminated, hearings }: DebatedComments): Fate[] {
  const shown = new Set(findings.flatMap((finding) => commentsIn(scene, finding).map(({ matter }) => matter)));
  return [...findings, ...eliminated].map((finding) => {
    const matters = commentsIn(scene, finding).map(({ matter }) => matter);
    const isRight = matters.some(({ real }) => real);
    const isLost = matters.some((matter) => matter.real && !shown.has(matter));
    const { agree, dispute } = finding.votes;
    const ruling = hearings.find((hearing) => hearing.finding === finding.id)?.ruling;
    const kind = [
      isProtected(finding) ? "protected" : "other",
      `raised by ${finding.raisedBy.length}`,
      `${agree.length}:${dispute.length}`,
      ruling === undefined ? "not heard" : `heard: ${ruling}`,
      finding.status === "eliminated" ? `out at ${finding.eliminatedAt}` : finding.status,
    ].join(", ");
    return { kind, right: Number(isRight), wrong: Number(!isRight), lost: Number(isLost) };
  });
}

export function addedFates(fates: readonly Fate[]): Fate[] {
  const kinds = new Map<string, Fate>();
  for (const { kind, right, wrong, lost } of fates) {
    const known = kinds.get(kind) ?? { kind, right: 0, wrong: 0, lost: 0 };
    kinds.set(kind, { kind, right: known.right + right, wrong: known.wrong + wrong, lost: known.lost + lost });
  }
  return [...kinds.values()];
}
