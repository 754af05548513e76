import type { Memory, MemoryItem } from "../../src/domain/memory/item.ts";

/** A false positive about the files of `src`. */
export function anItem(overrides: Partial<MemoryItem> = {}): MemoryItem {
  return {
    id: "pool-closes-itself",
    kind: "false-positive",
    title: "The connection pool is never closed",
    paths: ["src/**"],
    reason: "The pool closes itself when the process ends.",
    ...overrides,
  };
}

export function memoryOf(...items: readonly MemoryItem[]): Memory {
  return { items, maxItems: 20 };
}

/** The file with these items, as people write it. */
export function memoryFile(...items: readonly MemoryItem[]): string {
  return `${JSON.stringify({ version: 1, items })}\n`;
}
