import { tmpdir } from "node:os";
import type { Change } from "../domain/change.ts";
import { type Decisions, spentOn } from "../domain/decisions.ts";
import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { OwnPosts, PullRequest } from "../domain/own-posts.ts";
import type { BaseFiles, ChangeSource } from "../domain/ports.ts";
import type { Review } from "../domain/review.ts";
import type { GitHubRunOptions, Memory, Task } from "../domain/run.ts";
import { remoteBaseFiles } from "../github/base-files.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { readMergeBase } from "../github/pull-request.ts";
import { pullRequestSource } from "../github/sources.ts";
import { ownRulesFolder } from "../panel/rule-files.ts";
import { basePaths, setTable } from "../panel/table.ts";
import { type Existing, forgotten, isOwnWork } from "../publication/recognise.ts";
import { type Hindrance, notReviewed } from "../review/not-reviewed.ts";
import type { ReviewPorts } from "../review/prepare.ts";
import { reviewWithFacts } from "../review/review.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import { redact } from "../text/text.ts";
import type { Journal } from "../vendors/journal.ts";
import type { VerdictFacts } from "../verdict/facts.ts";
import { type BaseSettings, exclusionNow, readBaseSettings, withinBudget } from "./base-settings.ts";
import { newTo } from "./known-paths.ts";
import { ownSecrets } from "./own-secrets.ts";
import { standingOf } from "./pull-request-now.ts";
import type { KnownCheck } from "./run-identity.ts";

/** What one run knows of its pull request before it reviews. */
export interface Run {
  readonly task: Extract<Task, { kind: "pull-request" }>;
  readonly options: GitHubRunOptions;
  readonly github: GitHub;
  readonly pull: PullRequest;
  readonly existing: Existing;
  /** What people had decided when the run began. */
  readonly decisions: Decisions;
  /** Checks of ours on the head as the run found them, newest first. */
  readonly checks: readonly KnownCheck[];
  readonly attempt: number;
  /** An earlier review left traces and no state: see `isMemoryLost`. */
  readonly isMemoryLost: boolean;
  readonly startedAt: Date;
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
  run: Pick<Run, "options" | "attempt" | "task" | "journal">,
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
function journalFor({ task }: Pick<Run, "task">, { journal }: Memory): Memory["journal"] {
  if (task.isFull !== true) return journal;
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

export function without(run: Run, hindrance: Hindrance, settings: Settings = defaultSettings): Reviewed {
  const { pull, options, startedAt } = run;
  const { repo, number, base, head } = pull;
  const circumstances = { startedAt, finishedAt: options.now(), notes: [] };
  const judged = notReviewed(hindrance, { repo, number, base, head }, settings, circumstances);
  return { ...judged, settings, basis: null };
}

function sentence({ message }: ReviewError): string {
  return message.split("\n")[0]?.replace(/\.$/, "") ?? message;
}
