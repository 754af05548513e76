import type { Change } from "../domain/change.ts";
import type { Decisions } from "../domain/decisions.ts";
import type { OwnPosts, PullRequest } from "../domain/own-posts.ts";
import type { BaseFiles } from "../domain/ports.ts";
import type { Task } from "../domain/request.ts";
import type { Review } from "../domain/review.ts";
import { remoteBaseFiles } from "../github/base-files.ts";
import { readChecks, refusedChecks } from "../github/check-run.ts";
import type { GitHub } from "../github/client.ts";
import { readMergeBase } from "../github/pull-request.ts";
import { ownRulesFolder } from "../panel/rule-files.ts";
import { basePaths } from "../panel/table.ts";
import { attemptOn, type KnownCheck, runSubject } from "../publication/own-checks.ts";
import { type Existing, isMemoryLost } from "../publication/recognise.ts";
import { type Hindrance, notReviewed } from "../review/not-reviewed.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import type { VerdictFacts } from "../verdict/facts.ts";
import { type BaseSettings, readBaseSettings } from "./base-settings.ts";
import type { GitHubRunOptions } from "./options.ts";

/** What one run knows about its pull request before it reviews. */
export interface Run {
  readonly task: Extract<Task, { kind: "pull-request" }>;
  readonly options: GitHubRunOptions;
  readonly github: GitHub;
  readonly pull: PullRequest;
  readonly existing: Existing;
  /** What people had decided when the run began. */
  readonly decisions: Decisions;
  /** Our checks on the head when the run began, newest first. */
  readonly checks: readonly KnownCheck[];
  readonly attempt: number;
  /** An earlier review left traces but no state: see `isMemoryLost`. */
  readonly isMemoryLost: boolean;
  readonly startedAt: Date;
  readonly basis: (signal: AbortSignal) => Promise<Basis>;
  /** Our posts at the end of the debate, read once. Absent where a lease keeps other runs away, and for a merge group. */
  readonly postsNow?: (signal: AbortSignal) => Promise<OwnPosts>;
}

/** What the change is judged by: where its diff starts, and the settings, rules and guide at the base. */
export interface Basis {
  readonly mergeBase: string;
  readonly files: BaseFiles;
  readonly base: BaseSettings;
}

/** A review and what it was judged by. `basis` is null where nothing was judged. `decisions` replace those of the pull request. */
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

/** Reads the basis once, when it is first needed. */
export function basisReader(github: GitHub, pull: PullRequest, options: GitHubRunOptions): Run["basis"] {
  let reading: Promise<Basis> | undefined;
  return (signal) => {
    reading ??= (async () => {
      const mergeBase = await readMergeBase(github, pull.repo, pull.base.sha, pull.head.sha, signal);
      const files = baseFilesAt(github, pull.repo, pull.base.sha, options);
      return { mergeBase, files, base: await readBaseSettings(files, options, signal) };
    })();
    return reading;
  };
}

/** One request reads every file of the base that a review uses. */
export function baseFilesAt(github: GitHub, repo: string, revision: string, options: GitHubRunOptions): BaseFiles {
  const prefetch = { paths: [options.configPath, ...basePaths], folders: [ownRulesFolder] };
  return remoteBaseFiles(github, { repo, revision, prefetch });
}

/** The result of a run that cannot or need not debate. */
export function without(run: Run, hindrance: Hindrance, settings: Settings = defaultSettings): JudgedRun {
  const { pull, options, startedAt } = run;
  const { repo, number, base, head } = pull;
  const circumstances = { startedAt, finishedAt: options.now(), notes: [] };
  const judged = notReviewed(hindrance, { repo, number, base, head }, settings, circumstances);
  return { ...judged, settings, basis: null };
}

/**
 * A pull request as a run sees it that does not review. `open` is the check of a running review, `last` the check of the review that ended last.
 * `isBlind`: the token may not read checks, so a review may be running.
 */
export interface OpenRun {
  readonly run: Run;
  readonly open: KnownCheck | null;
  readonly last: KnownCheck | null;
  readonly isBlind: boolean;
}

export async function openRun(
  options: GitHubRunOptions,
  { github, pull, existing, decisions }: Pick<Run, "github" | "pull" | "existing" | "decisions">,
  signal: AbortSignal,
): Promise<OpenRun> {
  const { repo, number, head } = pull;
  const seen = await readChecks(github, { repo, headSha: head.sha }, signal);
  // An App may read checks, so this refusal is temporary, and the job is run again.
  if (seen === null && options.record.isResumed) throw refusedChecks();
  const checks = seen ?? [];
  const { attempt, open, last } = attemptOn(runSubject(options, pull), checks);
  const task: Run["task"] = { kind: "pull-request", repo, number, isExplicit: false };
  const basis = basisReader(github, pull, options);
  const isLost = isMemoryLost(existing, { head: head.sha, attempt });
  const known = { existing, decisions, checks, attempt, isMemoryLost: isLost };
  const run = { task, options, github, pull, ...known, startedAt: options.now(), basis };
  return { run, open, last, isBlind: seen === null };
}
