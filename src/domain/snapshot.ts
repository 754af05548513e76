/** One line that a search found. Lines count from 1. */
export interface SearchHit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The tree of one commit, read-only. */
export interface Snapshot {
  list(signal: AbortSignal): Promise<{ readonly paths: readonly string[]; readonly omitted: readonly string[] }>;
  read(path: string, signal: AbortSignal): Promise<{ readonly text: string } | { readonly refused: string }>;
  search(
    query: { readonly text: string; readonly regex?: boolean; readonly glob?: string },
    limit: number,
    signal: AbortSignal,
  ): Promise<{
    readonly hits: readonly SearchHit[];
    readonly truncated: boolean;
    readonly omitted: readonly string[];
  }>;
}
