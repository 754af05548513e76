import type { Side } from "./finding.ts";
import type { Conclusion } from "./review.ts";

/** `body` may hold a suggestion; `fileBody` is for the same finding as a comment on the whole file, where none may stand. */
export interface InlineComment {
  readonly finding: string;
  readonly path: string;
  readonly side: Side;
  readonly startLine: number | null;
  readonly line: number;
  readonly body: string;
  readonly fileBody: string;
}

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: "failure" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
}

export interface CheckOutput {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** A reply in a thread of ours, and what becomes of the thread: resolved, unless `end` says otherwise. */
export interface ThreadWrite {
  readonly thread: string;
  readonly reply: string | null;
  readonly end?: "resolve" | "reopen" | "leave";
}

/** One write. Order matters: a crash after any of them leaves a truthful state, and the next run finishes it. */
export type Operation =
  | { readonly kind: "delete-pending-review"; readonly review: number }
  | {
      readonly kind: "post-review";
      readonly marker: string;
      readonly body: string;
      readonly comments: readonly InlineComment[];
      /** It is posted even where no comment can stand in it: a review cannot be deleted, so the next run knows that there was one. */
      readonly isRecord?: boolean;
    }
  | { readonly kind: "post-file-comment"; readonly finding: string; readonly path: string; readonly body: string }
  | { readonly kind: "resolve-threads"; readonly threads: readonly ThreadWrite[] }
  /** `id` null: there is no summary yet. */
  | { readonly kind: "write-summary"; readonly id: number | null; readonly body: string }
  | { readonly kind: "annotate-check"; readonly output: CheckOutput; readonly annotations: readonly Annotation[] }
  | {
      readonly kind: "conclude-check";
      readonly conclusion: Conclusion;
      readonly output: CheckOutput;
      readonly annotations: readonly Annotation[];
    };
