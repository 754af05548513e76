import type { JournalStore } from "../../src/panel/vendors/calls/journal.ts";

/** Answers for replay within one process. */
export function memoryJournal(): JournalStore {
  const entries = new Map<string, string>();
  return {
    read: async (key) => entries.get(key),
    write: async (key, value) => void entries.set(key, value),
  };
}
