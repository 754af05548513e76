import type { InlineComment } from "../../domain/github/operation.ts";

/**
 * Sorts a review's comments into good and bad. GitHub refuses a whole review for one bad line and does not name the line. `suspects`: at
 * least one of them is bad. `writes`: the writes so far; an accepted probe takes two, because it is deleted again.
 */
export interface Ladder {
  readonly total: number;
  readonly writes: number;
  readonly good: readonly InlineComment[];
  readonly bad: readonly InlineComment[];
  readonly suspects: readonly InlineComment[];
  readonly unknown: readonly InlineComment[];
}

/** `post` is the review itself; once GitHub accepts it, the work is done. `probe` is a pending, invisible review, deleted at once. */
export interface LadderStep {
  readonly kind: "post" | "probe";
  readonly comments: readonly InlineComment[];
}

export function startLadder(comments: readonly InlineComment[]): Ladder {
  return { total: comments.length, writes: 0, good: [], bad: [], suspects: [], unknown: comments };
}

/**
 * Splits in half while that saves writes, then tries one by one: never more than 2·n + 4 writes. Null: no comment is
 * left to post.
 */
export function nextStep({ total, writes, good, suspects, unknown }: Ladder): LadderStep | null {
  const open = suspects.length + unknown.length;
  const maySkip = writes + 1 + 2 * open <= 2 * total + 4;
  if (suspects.length > 0) {
    return { kind: "probe", comments: suspects.slice(0, maySkip ? Math.floor(suspects.length / 2) : 1) };
  }
  if (unknown.length > 0 && !maySkip) return { kind: "probe", comments: unknown.slice(0, 1) };
  const comments = [...good, ...unknown];
  return comments.length === 0 ? null : { kind: "post", comments };
}

/** The ladder after a probe, or after a review that GitHub refused. */
export function afterStep(ladder: Ladder, { kind, comments }: LadderStep, isAccepted: boolean): Ladder {
  const { good, bad, suspects, unknown } = ladder;
  const writes = ladder.writes + (isAccepted ? 2 : 1);
  const without = (list: readonly InlineComment[]) => list.filter((one) => !comments.includes(one));
  if (isAccepted) {
    return settle({
      ...ladder,
      writes,
      good: [...good, ...comments],
      suspects: without(suspects),
      unknown: without(unknown),
    });
  }
  // GitHub accepted each one alone but refuses them together: none of their lines can be trusted.
  if (kind === "post" && unknown.length === 0) return { ...ladder, writes, good: [], bad: [...bad, ...good] };
  if (kind === "post") return settle({ ...ladder, writes, suspects: unknown, unknown: [] });
  return settle({ ...ladder, writes, suspects: comments, unknown: [...without(suspects), ...without(unknown)] });
}

/** Without probes: every comment counts as bad. */
export function giveUp(ladder: Ladder): Ladder {
  const { good, bad, suspects, unknown } = ladder;
  return { ...ladder, good: [], bad: [...bad, ...good, ...suspects, ...unknown], suspects: [], unknown: [] };
}

/** The only suspect left is the bad one. */
function settle(ladder: Ladder): Ladder {
  const { suspects, bad } = ladder;
  return suspects.length === 1 ? { ...ladder, suspects: [], bad: [...bad, ...suspects] } : ladder;
}
