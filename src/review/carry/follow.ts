import type { Anchor } from "../../anchor/anchor.ts";
import { overlap } from "../../anchor/same-finding.ts";
import type { Finding, Place } from "../../domain/finding.ts";
import type { EarlierEnd } from "../../domain/review.ts";
import { carryOver, type OtherFiles, successionOf } from "./carry-over.ts";

/**
 * The review's knowledge of the present code. `isReadAgain`: the file of a finding was read in full, by all that must read
 * it.
 */
interface Look {
  readonly anchor: Anchor;
  readonly others: OtherFiles;
  readonly isReadAgain: (finding: Finding) => boolean;
}

/**
 * The outcome of open findings that are not carried into this review. The rule is that of findings that are: one is fixed only if the code that it
 * quotes is gone, its file was read again, and no finding of this review continues it. One that this review states at the same place, or in place of
 * the code that is gone, is raised again under another id. Of the others nothing is known: absence proves nothing. `found` are the findings of this
 * review that have a place, also those that the panel took out.
 */
export function followUp(
  followed: readonly Finding[],
  found: readonly Finding[],
  { anchor, others, isReadAgain }: Look,
): EarlierEnd[] {
  const known = new Set(found.map(({ id }) => id));
  const unseen = followed.filter(({ id }) => !known.has(id));
  const { carried, gone } = carryOver(unseen, () => anchor, others);
  const moved = carried.filter(({ place }) => found.some((one) => isAt(one, place)));
  const succession = successionOf(unseen, gone);
  succession.inherit(found);
  const withoutHeir = succession.withoutHeir();
  const continued = gone.filter((one) => !withoutHeir.includes(one));
  return [
    ...[...moved.map(({ finding }) => finding), ...continued].map(({ id }) => ({ id, end: "raised-again" as const })),
    ...withoutHeir.filter(isReadAgain).map(({ id }) => ({ id, end: "fixed" as const })),
  ];
}

function isAt({ path, side, line, startLine }: Finding, place: Place): boolean {
  return line !== null && overlap({ path, side, line, startLine: startLine ?? line }, place);
}
