/** The kinds of a remembered decision. Only `false-positive` can take a finding out. */
export const memoryKinds = ["decision", "false-positive", "convention"] as const;

/** One thing that people of the repository decided. All texts are untrusted. */
export interface MemoryItem {
  readonly id: string;
  readonly kind: (typeof memoryKinds)[number];
  readonly title: string;
  /** Globs on paths from the root of the repository. */
  readonly paths: readonly string[];
  readonly reason: string;
  readonly link?: string | undefined;
  /** The last day on which it counts, such as `2027-01-31` (UTC). */
  readonly until?: string | undefined;
}

/** The memory of a repository with the limit of its settings. */
export interface Memory {
  readonly items: readonly MemoryItem[];
  readonly maxItems: number;
}
