import type { Emit } from "./events.ts";
import type { Conclusion, Review } from "./review.ts";

/**
 * What to review on GitHub. `isExplicit`: a person asked, so it is debated again even if nothing changed. `head`: the sha that was asked
 * for; if the pull request has another by now, the run is superseded.
 */
export type Task =
  | {
      readonly kind: "pull-request";
      readonly repo: string;
      readonly number: number;
      readonly isExplicit: boolean;
      readonly head?: string;
    }
  | {
      readonly kind: "merge-group";
      readonly repo: string;
      readonly head: string;
      readonly base: string;
      readonly ref: string;
    };

export interface GitHubRunOptions {
  readonly task: Task;
  /** Keys, seats and endpoints by the names of design §12. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Rules only, whatever keys are set. */
  readonly offline: boolean;
  /** Whether installed CLI agents may become seats without being named. */
  readonly detectsPrograms: boolean;
  readonly github: { readonly token: string; readonly apiUrl: string; readonly graphqlUrl: string };
  /** Read at the merge base. */
  readonly configPath: string;
  /** The text of a settings file given by hand, with the name to show, instead. */
  readonly config?: { readonly name: string; readonly text: string };
  readonly tighten: { readonly blockOn?: string; readonly onInconclusive?: string; readonly maxCostUsd?: number };
  readonly version: string;
  /** Where people can follow the run. */
  readonly runUrl: string | null;
  /** False: nothing is written to GitHub. */
  readonly publish: boolean;
  readonly emit: Emit;
  readonly now: () => Date;
}

/**
 * `conclusion` and `title` are as published: the worst of the open pull requests with the same head. `isReadOnly`: the token could write
 * neither check nor comment. `pull` is the pull request's number, null for a merge group.
 */
export interface GitHubRunResult {
  readonly review: Review;
  readonly checkRunId: number | null;
  readonly reviewId: number | null;
  readonly isReadOnly: boolean;
  readonly conclusion: Conclusion;
  readonly title: string;
  readonly notes: readonly string[];
  readonly pull: number | null;
}
