/**
 * What to review on GitHub. `isExplicit`: a person asked, so the seats debate it again even if nothing changed. `head`: the sha that was asked
 * for. If the pull request has another head by now, the run is superseded.
 */
export type Task =
  | {
      readonly kind: "pull-request";
      readonly repo: string;
      readonly number: number;
      readonly isExplicit: boolean;
      /** The run replays no earlier answer of a model. */
      readonly isFull?: boolean;
      /** A maintainer asked: the run goes on even if the budget of the pull request is spent. */
      readonly mayExceed?: boolean;
      /** A person's question to the panel. Untrusted. */
      readonly focus?: string;
      readonly head?: string;
    }
  | {
      readonly kind: "merge-group";
      readonly repo: string;
      readonly head: string;
      readonly base: string;
      readonly ref: string;
    };

/** The review that a command asks for: see `Task`. */
export interface ReviewRequest {
  readonly isExplicit: boolean;
  readonly isFull: boolean;
  readonly mayExceed: boolean;
  readonly focus?: string;
}

/** The longest question of a person to the panel, in characters. */
export const longestFocus = 1_000;

/** A comment that may be a command. `isInThread`: it is in a thread of a review, whose ids GitHub counts apart. */
export interface CommentGiven {
  readonly repo: string;
  readonly number: number;
  readonly comment: number;
  readonly isInThread: boolean;
  /** The comment is on an issue, not on a pull request. */
  readonly isOnIssue?: boolean;
  readonly login: string;
  readonly body: string;
  /** The first comment of this one's thread. Absent for a comment in the conversation and for one that begins a thread. */
  readonly inReplyTo?: number;
  /** By GitHub's clock. Absent from jobs that an earlier version stored. */
  readonly writtenAt?: string;
}
