import type { Memory, MemoryItem } from "../../domain/memory/item.ts";
import type { MemoryReport, MemoryUse } from "../../domain/memory/report.ts";

const nothingRemembered: Memory = { items: [], maxItems: 0 };

/** The memory on one day: the items that count, and the expired ones. Without a memory there are none. */
export function memoryAt(
  known: Memory | undefined,
  now: Date,
): { readonly active: Memory; readonly expired: readonly MemoryItem[] } {
  const memory = known ?? nothingRemembered;
  const today = now.toISOString().slice(0, 10);
  const isOver = ({ until }: MemoryItem): boolean => until !== undefined && until < today;
  return {
    active: { ...memory, items: memory.items.filter((item) => !isOver(item)) },
    expired: memory.items.filter(isOver),
  };
}

const mostNamed = 10;

export function memoryNotes(expired: readonly MemoryItem[]): string[] {
  if (expired.length === 0) return [];
  const named = expired.slice(0, mostNamed).map(({ id, until }) => `${id} (until ${until})`);
  const more = expired.length > mostNamed ? ` and ${expired.length - mostNamed} more` : "";
  return [`Expired items of the memory were not used: ${named.join(", ")}${more}.`];
}

export function memoryReport(
  { items }: Memory,
  expired: readonly MemoryItem[],
  used: readonly MemoryUse[],
): MemoryReport {
  return { items: items.length, expired: expired.map(({ id }) => id), used: [...used] };
}
