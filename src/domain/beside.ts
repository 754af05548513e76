import type { Conclusion } from "./review.ts";
import type { State } from "./state.ts";

/**
 * Another open pull request with the same head, and what its own state says; null when it has none. `isLeftOut`: the settings ask for no
 * review of it (a draft, an author), so that none is missing.
 */
export interface Sibling {
  readonly number: number;
  readonly state: State | null;
  readonly isLeftOut: boolean;
}

/** What else was said about a commit: by open pull requests with the same head, and by the last check of ours on it that was not skipped. */
export interface Beside {
  readonly siblings: readonly Sibling[];
  readonly before: { readonly conclusion: Conclusion; readonly title: string } | null;
}
