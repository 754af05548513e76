import { tmpdir } from "node:os";
import { newTo } from "../decisions/next-state.ts";
import type { Change } from "../domain/change.ts";
import { type Decisions, spentOn } from "../domain/decisions.ts";
import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { OwnPosts, PullRequest } from "../domain/own-posts.ts";
import type { BaseFiles, ChangeSource } from "../domain/ports.ts";
import type { Task } from "../domain/request.ts";
import type { Review } from "../domain/review.ts";
import { remoteBaseFiles } from "../github/base-files.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readMergeBase, readPullRequest } from "../github/pull-request.ts";
import { pullRequestSource } from "../github/sources.ts";
import { ownRulesFolder } from "../panel/rule-files.ts";
import { basePaths, setTable } from "../panel/table.ts";
import type { KnownCheck } from "../publication/own-checks.ts";
import { type Existing, forgotten, isOwnWork } from "../publication/recognise.ts";
import type { RunRecord } from "../record/record.ts";
import { type Hindrance, notReviewed } from "../review/not-reviewed.ts";
import type { HeadState, ReviewPorts } from "../review/prepare.ts";
import { reviewWithFacts } from "../review/review.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import { redact } from "../text/text.ts";
import type { Journal } from "../vendors/journal.ts";
import type { VerdictFacts } from "../verdict/facts.ts";
import { type BaseSettings, exclusionNow, readBaseSettings, withinBudget } from "./base-settings.ts";
import type { RunChange } from "./fingerprint.ts";
import { type GitHubRunOptions, ownSecrets } from "./options.ts";

/** A run on a pull request or on a merge group, before it reviews. */
export interface AnyRun {
  readonly options: GitHubRunOptions;
  readonly github: GitHub;
  readonly change: RunChange;
  /** Checks of ours on the head as the run found them, newest first. */
  readonly checks: readonly KnownCheck[];
  readonly attempt: number;
  readonly startedAt: Date;
}

/** What a run on a pull request knows of it. */
export interface Run extends AnyRun {
  readonly task: Extract<Task, { kind: "pull-request" }>;
  readonly pull: PullRequest;
  readonly existing: Existing;
  /** What people had decided when the run began. */
  readonly decisions: Decisions;
  /** An earlier review left traces and no state: see `isMemoryLost`. */
  readonly isMemoryLost: boolean;
  /** Where answers are kept by whoever reviews nothing; left out, in the run's memory. */
  readonly journal?: Journal | null;
  readonly basis: (signal: AbortSignal) => Promise<Basis>;
  /** What we wrote there, read once when the debate is over; left out where a lease keeps other runs away. */
  readonly postsNow?: (signal: AbortSignal) => Promise<OwnPosts>;
}

/** What the change is judged by: where its diff starts, and the settings, rules and guide that stand at the base as it is now. */
export interface Basis {
  readonly mergeBase: string;
  readonly files: BaseFiles;
  readonly base: BaseSettings;
}

/**
 * A review with what it was judged by; `basis` is null where that could not be had. `decisions` are given where they are not the pull
 * request's own.
 */
export interface Reviewed {
  readonly review: Review;
  /** Null: the verdict was decided elsewhere, with all that people had to say. */
  readonly facts: VerdictFacts | null;
  /** What was read; left out where nothing was. */
  readonly change?: Change;
  readonly settings: Settings;
  readonly basis: Basis | null;
  readonly decisions?: Decisions;
}

/** Read once, when first asked for. */
export function basisReader(github: GitHub, { repo, base, head }: RunChange, options: GitHubRunOptions): Run["basis"] {
  let reading: Promise<Basis> | undefined;
  return (signal) => {
    reading ??= (async () => {
      const mergeBase = await readMergeBase(github, repo, base.sha, head.sha, signal);
      const files = baseFilesAt(github, repo, base.sha, options);
      return { mergeBase, files, base: await readBaseSettings(files, options, signal) };
    })();
    return reading;
  };
}

/** One request brings everything that the base has a say in. */
export function baseFilesAt(github: GitHub, repo: string, revision: string, options: GitHubRunOptions): BaseFiles {
  const prefetch = { paths: [options.configPath, ...basePaths], folders: [ownRulesFolder] };
  return remoteBaseFiles(github, { repo, revision, prefetch });
}

/** The debate about the pull request, or why there is none. */
export async function reviewNow(run: Run, emit: Emit, signal: AbortSignal): Promise<Reviewed> {
  const { github, pull } = run;
  const basis = await judged(run.basis(signal));
  if ("configError" in basis) return without(run, basis);
  const { settings } = basis.base;
  const why = exclusionNow(settings, run);
  if (why !== null) return without(run, { skip: { why } }, settings);

  const source = pullRequestSource(github, { pull, mergeBase: basis.mergeBase });
  const standing = () => standingOf(run, basis, signal);
  try {
    const ports = portsOf(run, basis, source, emit, signal);
    return { ...(await reviewWithFacts({ ...ports, standing }, signal)), settings, basis };
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return without(run, { configError: sentence(error) }, settings);
  }
}

/** What a review reads the change with and whom it seats. */
export function portsOf(run: Run, basis: Basis, source: ChangeSource, emit: Emit, signal: AbortSignal): ReviewPorts {
  const { options, existing, decisions, task } = run;
  const { settings: base } = basis.base;
  const settings = task.mayExceed === true ? base : withinBudget(base, spentOn(existing.state, decisions));
  const table = tableOptions(run, basis, settings, emit);
  const now = { head: run.pull.head.sha, attempt: run.attempt };
  const forgot = forgotten(existing);
  const missed = forgot.filter((finding) => !isOwnWork(existing, finding, now));
  // A run with a memory says again what it said before it was killed, so its own threads are no news to it.
  const lost = options.memory === undefined ? forgot : missed;
  const notes = [...table.notes, ...(missed.length === 0 ? [] : [toldByThreads(missed.length)])];
  return {
    source,
    setTable: (raw) => setTable(raw, { ...table, notes }, signal),
    secrets: scannerKnowing(() => ownSecrets(options)),
    previous: [...(existing.state?.findings ?? []), ...lost, ...(existing.state?.fixed ?? [])],
    isNew: newTo([existing.state]),
    redact: (text) => redact(text, ownSecrets(options)),
    now: options.now,
    emit,
  };
}

function toldByThreads(count: number): string {
  const threads =
    count === 1 ? "1 finding was taken from its thread" : `${count} findings were taken from their threads`;
  return `The summary of an earlier review is missing or was edited: ${threads}; others that it found may be forgotten.`;
}

/** Answers are kept in a store or not at all: a runner is thrown away, and its workspace may hold the head of the change. */
export function tableOptions(
  run: Pick<Run, "options" | "attempt" | "journal"> & { readonly task: Task },
  { files, base }: Basis,
  settings: Settings,
  emit: Emit,
) {
  const { env, offline, detectsPrograms, memory } = run.options;
  const { notes } = base;
  const remembered = memory === undefined ? null : { store: journalFor(run, memory), attempt: run.attempt };
  const journal = run.journal ?? remembered;
  return { files, settings, notes, env, directory: tmpdir(), offline, detectsPrograms, journal, emit };
}

/** What is reviewed in full replays nothing; what it learns is kept all the same. */
function journalFor({ task }: { readonly task: Task }, { journal }: RunRecord): RunRecord["journal"] {
  if (task.kind === "merge-group" || task.isFull !== true) return journal;
  return { read: async () => undefined, write: (key, value) => journal.write(key, value) };
}

/** What is wrong with the base's own files is an answer; what GitHub did not give is a fault. */
async function judged(reading: Promise<Basis>): Promise<Basis | { readonly configError: string }> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return { configError: sentence(error) };
  }
}

export function without(run: AnyRun, hindrance: Hindrance, settings: Settings = defaultSettings): Reviewed {
  const { options, startedAt } = run;
  const { repo, number, base, head } = run.change;
  const circumstances = { startedAt, finishedAt: options.now(), notes: [] };
  const judged = notReviewed(hindrance, { repo, number, base, head }, settings, circumstances);
  return { ...judged, settings, basis: null };
}

function sentence({ message }: ReviewError): string {
  return message.split("\n")[0]?.replace(/\.$/, "") ?? message;
}

/** Read once, when first asked for; a read that failed is tried again. */
export function postsReader(run: Pick<Run, "github" | "pull">, withChecks: boolean): NonNullable<Run["postsNow"]> {
  let read: OwnPosts | undefined;
  return async (signal) => {
    read ??= await readOwnPosts(run.github, run.pull, signal, { withThreads: false, withChecks });
    return read;
  };
}

/** Head, target branch and merge base as they are now; what cannot be read is not taken for unchanged. */
export async function standingOf(
  { github, pull, postsNow }: Run,
  { mergeBase }: Basis,
  signal: AbortSignal,
): Promise<HeadState> {
  try {
    const now = (await postsNow?.(signal))?.commits ?? (await commitsNow(github, pull, signal));
    if (now.head !== pull.head.sha) return { headCurrent: false, supersededBy: now.head };
    const isBaseMoved = now.base.ref !== pull.base.ref || now.base.sha !== pull.base.sha;
    if (!isBaseMoved) return { headCurrent: true };
    const base = await readMergeBase(github, pull.repo, now.base.sha, now.head, signal);
    if (base === mergeBase && now.base.ref === pull.base.ref) return { headCurrent: true };
    return { headCurrent: false, supersededBy: `a new base (${now.base.ref})` };
  } catch (error) {
    if (signal.aborted) throw error;
    return { headCurrent: "unknown" };
  }
}

async function commitsNow(
  github: GitHub,
  { repo, number }: PullRequest,
  signal: AbortSignal,
): Promise<NonNullable<OwnPosts["commits"]>> {
  const { base, head } = await readPullRequest(github, repo, number, signal);
  return { base, head: head.sha };
}
