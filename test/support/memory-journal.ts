/** Answers for replay within one process. */
export function memoryJournal(): MemoryJournal {
  const entries = new Map<string, string>();
  return {
    async read(key) {
      return entries.get(key);
    },
    async write(key, value) {
      entries.set(key, value);
    },
  };
}

/** The shape of the providers' `JournalStore`; edges do not import each other. */
export interface MemoryJournal {
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string): Promise<void>;
}
