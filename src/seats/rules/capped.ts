import type { Proposal } from "../../domain/answers.ts";
import type { Draft } from "../../domain/finding.ts";
import { rank } from "../../domain/severity.ts";

/** More than a reader will ever go through, and few enough that comparing each with each stays fast. */
const mostDrafts = 500;

/**
 * The worst drafts of a rule engine, at most 500, in their order. Each file of which a draft is left out gets a failure: a list that was cut
 * must not pass as a whole one.
 */
export function capped(drafts: readonly Draft[], seat: string): Pick<Proposal, "drafts" | "failures"> {
  if (drafts.length <= mostDrafts) return { drafts, failures: [] };
  const kept = new Set([...drafts].sort((a, b) => rank(a.severity) - rank(b.severity)).slice(0, mostDrafts));
  const cut = Map.groupBy(
    drafts.filter((draft) => !kept.has(draft)),
    ({ path }) => path,
  );
  const failures = [...cut].map(([path, { length }]) => {
    const reason = `${path}: ${length} further findings are not listed; one review lists ${mostDrafts}`;
    return { seat, step: "propose", path, reason };
  });
  return { drafts: drafts.filter((draft) => kept.has(draft)), failures };
}
