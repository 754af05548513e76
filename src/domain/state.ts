import { z } from "zod";
import { Decisions } from "./decisions.ts";
import { Finding, type Side } from "./finding.ts";
import { type Conclusion, conclusions, Panel, Review, results } from "./review.ts";
import { Severity } from "./severity.ts";

/**
 * Facts of a pull request that decide how it is reviewed. Texts are untrusted. `headRepo` is null when the fork was deleted, `changedFiles`
 * where GitHub does not count them.
 */
export interface PullRequest {
  readonly repo: string;
  readonly number: number;
  readonly isOpen: boolean;
  readonly isDraft: boolean;
  readonly author: string;
  /** A program opened it, for whoever had it do so. */
  readonly isByBot?: boolean;
  readonly labels: readonly string[];
  readonly title: string;
  readonly body: string;
  readonly base: { readonly ref: string; readonly sha: string };
  readonly head: { readonly ref: string; readonly sha: string };
  readonly headRepo: string | null;
  readonly changedFiles: number | null;
}

/**
 * What one run leaves in the pull request for the next (design §4, state across pushes). `complete`: the review reached a verdict about the code.
 * `fingerprint` covers what the verdict depends on besides the head: merge base, settings, seats, rules. `findings` are open and dismissed ones.
 * `fixed` are grave ones whose code was gone: it may come back.
 * `posted` are ids that once had a comment of their own. `spentUsd` adds up all reviews of this pull request. `paths` are digests of the files
 * of the change. `decisions` are people's, `grounds` what else decided, `told` the words of the debate as far as there is room for them;
 * `finishedAt` is when that debate ended, however often people decide something about it since. `listed` are the ids that submitted reviews
 * named. `isMemoryLost`: an earlier review left no state that could be read, and no maintainer has had everything reviewed since.
 */
export const State = z.object({
  version: z.literal(1),
  head: z.string(),
  base: z.string(),
  fingerprint: z.string(),
  attempt: z.number().int().positive(),
  complete: z.boolean(),
  result: z.enum(results),
  conclusion: z.enum(conclusions),
  title: z.string(),
  panel: Panel,
  confidence: z.number().nullable(),
  findings: z.array(Finding),
  fixed: z.array(Finding).optional(),
  posted: z.array(z.string()),
  spentUsd: z.number().nonnegative(),
  paths: z.string().optional(),
  decisions: Decisions.optional(),
  grounds: Grounds.optional(),
  told: Told.optional(),
  finishedAt: z.string().optional(),
  listed: z.array(z.string()).optional(),
  isMemoryLost: z.boolean().optional(),
});
export type State = z.infer<typeof State>;

/** A comment, review or thread that we wrote and nobody else edited: the edge lets no other through. */
export interface OwnComment {
  readonly id: number;
  readonly body: string;
}

/** With its address, and when it was last written, by GitHub's clock. */
export interface DatedComment extends OwnComment {
  readonly url: string;
  readonly writtenAt: string;
}

export interface OwnReview extends OwnComment {
  readonly isPending: boolean;
}

/** A review thread whose first comment is ours. `thread` is GraphQL's node id, `id` the first comment's. */
export interface OwnThread extends OwnComment {
  readonly thread: string;
  readonly path: string;
  readonly isResolved: boolean;
  readonly isOutdated: boolean;
  /** Bodies of our own replies; others' replies are only counted. */
  readonly ownReplies: readonly string[];
  readonly foreignReplies: number;
}

/** All that we wrote on one pull request, as GitHub has it now. */
export interface OwnPosts {
  /** Checks of our name on the head, whoever's they are; empty unless asked for. */
  readonly checks: readonly { readonly app: string | null; readonly externalId: string }[];
  readonly comments: readonly OwnComment[];
  readonly reviews: readonly OwnReview[];
  /** How many submitted reviews of ours somebody else edited. */
  readonly editedReviews?: number;
  readonly threads: readonly OwnThread[];
  /** Where the pull request stands at that moment; left out where the answer does not say it. */
  readonly commits?: { readonly head: string; readonly base: PullRequest["base"] } | undefined;
}

/** `known`: the finding as its comment remembers it; null where that cannot be read. */
export interface KnownThread extends OwnThread {
  readonly finding: string;
  readonly known: Finding | null;
}

/** A submitted review of ours, which nobody can delete. `listed`: the ids of its findings that could block; left out by earlier versions. */
export interface PostedReview {
  readonly id: number;
  readonly head: string;
  readonly attempt: number;
  readonly listed?: readonly string[] | undefined;
}

/** The same, recognised by its markers. `reviews` are the head and attempt of each review posted so far; the state is the last one written. */
export interface Existing {
  readonly summary: { readonly id: number; readonly body: string } | null;
  readonly state: State | null;
  /** The summary has a state that this version cannot read. */
  readonly isUnreadable?: boolean;
  readonly reviews: readonly PostedReview[];
  /** How many submitted reviews of ours somebody else edited: what they said is not known. */
  readonly editedReviews?: number;
  /** Reviews of ours that never were submitted: left behind by a run that was killed. */
  readonly pending: readonly number[];
  readonly threads: readonly KnownThread[];
}

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

/** Platform limits (reference/github.md §3.4, §3.5) and the setting `max-inline`. Bytes are UTF-8. */
export interface Limits {
  readonly inline: number;
  readonly commentBytes: number;
  readonly checkCharacters: number;
  readonly annotationsPerRequest: number;
}

export const githubLimits: Omit<Limits, "inline"> = {
  commentBytes: 60_000,
  checkCharacters: 65_535,
  annotationsPerRequest: 50,
};

const amount = z.number().int().nonnegative();
const why = z.string().optional();

/**
 * All that decided a verdict besides findings, head and people: with it the verdict is found again when people decide something, without
 * another debate. Of the coverage only the numbers are kept. Severities and settings are those of the base at that review.
 */
export const Grounds = z.object({
  blockOn: z.union([Severity.extract(["P0", "P1"]), z.literal("never")]),
  disputed: z.enum(["block", "note"]),
  onInconclusive: z.enum(["fail", "neutral"]),
  rulesOnly: z.enum(["neutral", "success"]),
  isCovered: z.boolean(),
  files: z.object({ full: amount, partial: amount, excluded: amount, unreviewed: amount }),
  panel: z.object({ state: Panel.shape.state, counted: amount, healthy: amount }),
  quorum: amount,
  unreadGenerated: amount.optional(),
  budgetStop: why,
  skip: why,
  lostMemory: why,
  /** What may be spent on the whole pull request, US dollars. */
  usdPerPr: z.number().nonnegative(),
});
export type Grounds = z.infer<typeof Grounds>;

/** The rest of a review as it was told: what a summary is written from again, and what `explain` tells. */
export const Told = Review.omit({
  kind: true,
  result: true,
  conclusion: true,
  title: true,
  reason: true,
  panel: true,
  findings: true,
  confidence: true,
});
export type Told = z.infer<typeof Told>;
