import type { CommentGiven } from "../domain/request.ts";

/** The repository of an event. `key` stays when it is renamed; `repo` is OWNER/NAME now. */
export interface Repository {
  readonly installation: string;
  readonly key: string;
  readonly repo: string;
}

/** Something that may have to be reviewed: a pull request, or a merge group on its own commit. */
export type Subject =
  | (Repository & { readonly kind: "pull-request"; readonly number: number })
  | (Repository & { readonly kind: "merge-group"; readonly head: string; readonly base: string; readonly ref: string });

/** What needs a look at GitHub or at the store before it can be done. */
export type Errand =
  | (Repository & CommentGiven & { readonly kind: "command" })
  /** `login`: whose permission must be looked up; null where GitHub itself asks for write access. */
  | (Repository & {
      readonly kind: "rerun";
      readonly head: string;
      readonly externalId: string | null;
      readonly login: string | null;
    })
  | { readonly kind: "installation-gone"; readonly installation: string }
  | { readonly kind: "repository-gone"; readonly installation: string; readonly key: string };

/**
 * What an event asks for. `isExplicit`: a person asked, so it is debated again; `isFull`: nothing is replayed; `mayExceed`: also past the
 * budget of the pull request. `isClosed`: nothing is to be reviewed any more. `actor`: whose doing it is, where that is known.
 */
export type Request =
  | {
      readonly kind: "review";
      readonly subject: Subject;
      readonly isExplicit: boolean;
      readonly isClosed: boolean;
      readonly isFull?: boolean;
      readonly mayExceed?: boolean;
      readonly actor?: string | undefined;
    }
  | { readonly kind: "errand"; readonly errand: Errand };
