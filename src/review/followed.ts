import { anchorMasked } from "../anchor/masked-anchor.ts";
import type { Finding } from "../domain/finding.ts";
import type { Coverage, Review } from "../domain/review.ts";
import { followUp } from "./carry/follow.ts";
import { isRedacted, withQuotes } from "./carry/quotes.ts";
import type { DebateOutcome } from "./debate-state.ts";
import { isIn, outsideOf } from "./outside.ts";
import type { Prepared } from "./prepare.ts";
import { lookedAgain, otherFilesIn } from "./reading/coverage.ts";

/** The result of this review. `only`: the paths that were asked for. */
interface Reviewed {
  readonly findings: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly coverage: Coverage;
  readonly only?: readonly string[] | undefined;
}

/** The outcome of the open findings of earlier reviews that this one follows. It does not change this review. */
export async function earlierEnds(
  prepared: Prepared,
  outcome: DebateOutcome,
  { findings, eliminated, coverage, only = [] }: Reviewed,
  signal: AbortSignal,
): Promise<Pick<Review, "earlier">> {
  const { change, mask, seats, files, table } = prepared;
  const { followed, quorum, trees } = table;
  if (followed === undefined || followed.findings.length === 0) return {};
  const { isNew } = followed;
  // If only some paths were requested, no seat has read the others.
  const outside = outsideOf(change, only.length === 0 ? (trees?.snapshots.head ?? null) : null);
  await outside.read(
    followed.findings.map(({ path }) => path),
    signal,
  );
  const others = otherFilesIn(change, isNew);
  const known = withQuotes(followed.findings, change, others.fresh, mask.hide).filter(
    (one) => isIn(change, one.path) || (outside.fileAt(one.path) !== undefined && !isRedacted(one)),
  );
  const looked = lookedAgain({ ...outcome, change, seats, files, quorum, isNew });
  const partly = new Set(coverage.files.filter(({ state }) => state !== "full").map(({ path }) => path));
  const found = [...findings, ...eliminated].filter(({ anchor }) => anchor !== "none");
  const earlier = followUp(known, found, {
    anchor: anchorMasked(change, mask, outside.fileAt),
    others,
    isReadAgain: (finding) => looked(finding) && !partly.has(pathNow(finding, prepared)),
  });
  return earlier.length === 0 ? {} : { earlier };
}

/** For the report: how many were fixed. */
export function earlierNotes({ earlier = [] }: Pick<Review, "earlier">): string[] {
  const fixed = earlier.filter(({ end }) => end === "fixed").length;
  if (fixed === 0) return [];
  const which =
    fixed === 1
      ? "1 finding of an earlier review of this branch is"
      : `${fixed} findings of earlier reviews of this branch are`;
  return [`${which} fixed: the code that was quoted is gone, and no seat found it again.`];
}

function pathNow({ path }: Finding, { change }: Prepared): string {
  return change.files.find((file) => file.path === path || file.previousPath === path)?.path ?? path;
}
