import type { VoteBook } from "../../debate/votes.ts";
import type { Vote } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { MemoryItem } from "../../domain/memory/item.ts";
import type { MemoryUse } from "../../domain/memory/report.ts";
import { isBeyondMemory, itemText, type Recalled } from "../../memory/recall.ts";

/**
 * The false positive that the team decided on, if it takes this finding out: another seat voted, and no majority of the
 * voters upholds the finding. Memory alone removes nothing, and it has no say on findings that block, on security, and
 * on what a rule found.
 */
export function removingItem(
  finding: Finding,
  { book, recalled, byRule }: { readonly book: VoteBook<Vote>; readonly recalled: Recalled; readonly byRule: boolean },
): MemoryItem | null {
  if (byRule || isBeyondMemory(finding) || finding.votes.agree.length > finding.votes.dispute.length) return null;
  const isVotedOn = [...(book.get(finding.id)?.keys() ?? [])].some((seat) => !finding.raisedBy.includes(seat));
  return isVotedOn ? (recalled.get(finding.id)?.find(({ decides }) => decides)?.item ?? null) : null;
}

export function removedByMemory(finding: Finding, { id, reason }: MemoryItem): Finding {
  return {
    ...finding,
    status: "eliminated",
    eliminatedAt: "memory",
    eliminatedBecause: `the team decided before that this is a false positive (memory item ${id}: ${reason}), and no majority of the voters upholds it`,
  };
}

/** The items that a seat may see about each finding, in words. */
export function memoryTexts(findings: readonly Finding[], recalled: Recalled): ReadonlyMap<string, readonly string[]> {
  const open = findings.filter((finding) => !isBeyondMemory(finding));
  return new Map(
    open.flatMap(({ id }): [string, string[]][] => {
      const texts = (recalled.get(id) ?? []).map(({ item }) => itemText(item));
      return texts.length === 0 ? [] : [[id, texts]];
    }),
  );
}

/** What each item did in the end. */
export function memoryUses(findings: readonly Finding[], recalled: Recalled): MemoryUse[] {
  return findings.flatMap((finding) =>
    (recalled.get(finding.id) ?? []).map(({ item, decides }): MemoryUse => {
      const { id, kind, title, reason, link } = item;
      const words = { id, kind, title, reason, ...(link === undefined ? {} : { link }) };
      return { ...words, finding: finding.id, effect: effectOn(finding, decides) };
    }),
  );
}

function effectOn(finding: Finding, decides: boolean): MemoryUse["effect"] {
  if (isBeyondMemory(finding)) return "withheld";
  if (!decides) return "shown";
  return finding.eliminatedAt === "memory" ? "removed" : finding.status === "eliminated" ? "shown" : "kept";
}
