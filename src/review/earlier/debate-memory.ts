import type { Finding } from "../../domain/finding.ts";
import type { Memory, MemoryItem } from "../../domain/memory/item.ts";
import type { MemoryUse } from "../../domain/memory/report.ts";
import type { BlockOn, Severity } from "../../domain/severity.ts";
import { itemText, limitOn, type Recalled, recall, repeatedItem } from "../../record/memory/recall.ts";

/** The memory of the repository today. `blockOn` left out: only a P0 blocks. */
export interface MemoryInput extends Memory {
  readonly blockOn?: BlockOn;
}

interface Situation {
  readonly offline: readonly string[];
  /** The severity before any vote or check. */
  readonly raised: (finding: Finding) => Severity;
  /** Whether an earlier review of this pull request left the finding. */
  readonly isEarlier: (finding: Finding) => boolean;
}

/** The memory in one debate. */
export interface DebateMemory {
  /** Takes findings out that repeat a false positive of the memory: before any check or vote, so that no vote can bring them back. */
  readonly takeOut: (findings: readonly Finding[]) => { readonly kept: Finding[]; readonly out: Finding[] };
  /** The items that are related to findings, within the limits of one ballot. */
  readonly recall: (findings: readonly Finding[]) => Promise<Recalled>;
  /** The items that a seat may see about each finding, in words. */
  readonly texts: (findings: readonly Finding[], recalled: Recalled) => ReadonlyMap<string, readonly string[]>;
  /** The effect of each item in the end. */
  readonly uses: (findings: readonly Finding[], recalled: Recalled) => MemoryUse[];
}

/**
 * Memory has no say on P0, security, privacy and findings that block, nor on what a rule found: no seat sees an item about them. A finding that an
 * earlier review of this pull request left stays, too: people have read it, and they can dismiss it. There the seats see the item.
 */
export function debateMemory(input: MemoryInput | undefined, situation: Situation): DebateMemory {
  const { items = [], maxItems = 0, blockOn = "P0" } = input ?? {};
  const { offline, raised, isEarlier } = situation;
  const limit = (finding: Finding): MemoryUse["because"] | null =>
    finding.raisedBy.some((seat) => offline.includes(seat)) ? "rule" : limitOn(finding, blockOn, raised(finding));
  const removing = (finding: Finding): MemoryItem | undefined =>
    limit(finding) !== null || isEarlier(finding) ? undefined : repeatedItem(items, finding);
  const usesOn = (finding: Finding, recalled: Recalled): MemoryUse[] => {
    const related = recalled.get(finding.id) ?? [];
    if (finding.eliminatedAt === "memory")
      return items
        .filter((item) => item === removing(finding))
        .map((item) => ({ ...wordsOf(item), finding: finding.id, effect: "removed" }));
    const because = limit(finding);
    return related.map(({ item, decides }): MemoryUse => {
      const use = { ...wordsOf(item), finding: finding.id };
      if (because !== null) return { ...use, effect: "withheld", because };
      const stays = decides && finding.status !== "eliminated";
      return stays ? { ...use, effect: "kept", because: "earlier-review" } : { ...use, effect: "shown" };
    });
  };
  return {
    takeOut: (findings) => {
      const looked = findings.map((finding) => ({ finding, item: removing(finding) }));
      return {
        kept: looked.flatMap(({ finding, item }) => (item === undefined ? [finding] : [])),
        out: looked.flatMap(({ finding, item }) => (item === undefined ? [] : [takenOut(finding, item)])),
      };
    },
    recall: async (findings) => recall({ items, maxItems }, findings),
    texts: (findings, recalled) => {
      const open = findings.filter((finding) => limit(finding) === null && recalled.has(finding.id));
      return new Map(open.map(({ id }) => [id, (recalled.get(id) ?? []).map(({ item }) => itemText(item))]));
    },
    uses: (findings, recalled) => findings.flatMap((finding) => usesOn(finding, recalled)),
  };
}

function takenOut(finding: Finding, { id, reason, link }: MemoryItem): Finding {
  const where = link === undefined ? "" : ` Recorded at ${link}`;
  return {
    ...finding,
    status: "eliminated",
    eliminatedAt: "memory",
    eliminatedBecause: `the team decided before that this is a false positive (memory item ${id}: ${reason}${where}), so it was not put to the vote`,
  };
}

function wordsOf({
  id,
  kind,
  title,
  reason,
  link,
}: MemoryItem): Pick<MemoryUse, "id" | "kind" | "title" | "reason" | "link"> {
  return { id, kind, title, reason, ...(link === undefined ? {} : { link }) };
}
