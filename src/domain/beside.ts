import type { Conclusion } from "./review.ts";
import type { State } from "./state.ts";

/**
 * Another open pull request with the same head, with its own state or null. `isLeftOut`: the settings ask for no review
 * of it (a draft, an author), so its missing review is no gap.
 */
export interface Sibling {
  readonly number: number;
  readonly state: State | null;
  readonly isLeftOut: boolean;
}

/**
 * Other verdicts on a commit: from open pull requests with the same head, and from our last check on it that was not
 * skipped.
 */
export interface Beside {
  readonly siblings: readonly Sibling[];
  readonly before: { readonly conclusion: Conclusion; readonly title: string } | null;
}
