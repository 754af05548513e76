import type { Finding } from "../domain/finding.ts";
import { rank } from "../domain/severity.ts";
import { isClaimedProtected } from "./removal.ts";
import type { VoteBook } from "./tally.ts";

/**
 * Findings that most voters call a duplicate of one other in the same file go under the one of higher severity. A protected finding is never
 * the one that goes: grouping by votes must not be a way to remove it.
 */
export function groupDuplicates(
  findings: readonly Finding[],
  book: VoteBook,
): { findings: Finding[]; eliminated: Finding[] } {
  const gone = new Map<string, Finding>();
  for (const finding of findings) {
    const original = findings.find(({ id }) => id === namedByMost(finding, book));
    if (original === undefined || original.path !== finding.path || gone.has(original.id)) continue;
    const [lower, higher] =
      rank(finding.severity) >= rank(original.severity) ? [finding, original] : [original, finding];
    if (isClaimedProtected(lower) || gone.has(lower.id)) continue;
    const eliminatedBecause = `a duplicate of ${higher.id}, say most voters`;
    gone.set(lower.id, { ...lower, status: "eliminated", eliminatedAt: "merge", eliminatedBecause });
  }
  return { findings: findings.filter(({ id }) => !gone.has(id)), eliminated: [...gone.values()] };
}

/** The finding that more than half of those who took a position call the original. */
function namedByMost({ id }: Finding, book: VoteBook): string | null {
  const votes = [...(book.get(id)?.values() ?? [])].filter(({ verdict }) => verdict !== "abstain");
  const named = votes.flatMap(({ verdict, of }) =>
    verdict === "duplicate" && of !== undefined && of !== id ? [of] : [],
  );
  return named.find((of) => named.filter((other) => other === of).length * 2 > votes.length) ?? null;
}
