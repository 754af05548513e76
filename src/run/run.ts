import type { Change } from "../domain/change.ts";
import type { Decisions } from "../domain/decisions.ts";
import type { CheckSubject, OwnPosts, PullRequest } from "../domain/github/own-posts.ts";
import type { Task } from "../domain/github/request.ts";
import type { BaseFiles } from "../domain/ports.ts";
import type { Review } from "../domain/review.ts";
import type { Existing } from "../domain/state.ts";
import type { GitHub } from "../github/client.ts";
import type { KnownCheck } from "../publication/own-checks.ts";
import { type Hindrance, notReviewed } from "../review/not-reviewed.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import type { VerdictFacts } from "../verdict/facts.ts";
import type { BaseSettings, GitHubRunOptions } from "./options.ts";

/** What every run knows: enough to judge a commit, and to write and conclude its check. */
export interface CommitRun<Of extends CheckSubject = CheckSubject> {
  readonly options: GitHubRunOptions;
  readonly github: GitHub;
  readonly subject: Of;
  /** Our checks on the head when the run began, newest first. */
  readonly checks: readonly KnownCheck[];
  readonly attempt: number;
  readonly startedAt: Date;
  readonly basis: (signal: AbortSignal) => Promise<Basis>;
}

/** What one run knows about its pull request before it reviews. */
export interface Run extends CommitRun<PullRequest> {
  readonly task: Extract<Task, { kind: "pull-request" }>;
  readonly existing: Existing;
  /** What people had decided when the run began. */
  readonly decisions: Decisions;
  /** An earlier review left traces but no state: see `isMemoryLost`. */
  readonly isMemoryLost: boolean;
  /** Our posts at the end of the debate, read once. Absent where a lease keeps other runs away. */
  readonly postsNow?: (signal: AbortSignal) => Promise<OwnPosts>;
}

/** The basis of a judgement: where the diff starts, and the settings, rules and guide at the base. */
export interface Basis {
  readonly mergeBase: string;
  readonly files: BaseFiles;
  readonly base: BaseSettings;
}

/** A review with its basis. `basis` is null where nothing was judged. `decisions` replace those of the pull request. */
export interface JudgedRun {
  readonly review: Review;
  /** Null: the verdict was taken over from elsewhere, with all decisions applied. */
  readonly facts: VerdictFacts | null;
  /** The change, if it was read. */
  readonly change?: Change;
  readonly settings: Settings;
  readonly basis: Basis | null;
  readonly decisions?: Decisions;
}

/** The result of a run that cannot or need not debate. */
export function without(
  { subject, options, startedAt }: CommitRun,
  hindrance: Hindrance,
  settings: Settings = defaultSettings,
): JudgedRun {
  const circumstances = { startedAt, finishedAt: options.now(), notes: [] };
  const judged = notReviewed(hindrance, changeIn(subject), settings, circumstances);
  return { ...judged, settings, basis: null };
}

/** The change as a review names it. A merge queue names no base branch, and a report leaves out a name that is empty. */
function changeIn(subject: CheckSubject): Review["change"] {
  const { repo, head } = subject;
  if (subject.kind === "merge-group") return { repo, number: null, base: { ref: "", sha: subject.base.sha }, head };
  return { repo, number: subject.number, base: subject.base, head };
}
