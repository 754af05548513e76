import { tmpdir } from "node:os";
import { newTo } from "../decisions/next-state.ts";
import { spentOn } from "../domain/decisions.ts";
import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { OwnPosts, PullRequest } from "../domain/own-posts.ts";
import type { ChangeSource } from "../domain/ports.ts";
import { downloadArchive } from "../github/archive.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { readMergeBase, readPullRequest } from "../github/pull-request.ts";
import { pullRequestSource } from "../github/sources.ts";
import { setTable } from "../panel/table.ts";
import { forgotten, isOwnWork } from "../publication/recognise.ts";
import { reviewWithFacts } from "../review/review.ts";
import type { HeadState, ReviewPorts } from "../review/setup.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import type { Settings } from "../settings/settings.ts";
import { archiveTree } from "../snapshot/archive.ts";
import { type Opening, type TreesOf, withTrees } from "../snapshot/lazy.ts";
import { redact } from "../text/text.ts";
import type { Journal } from "../vendors/journal.ts";
import { exclusionNow, withinBudget } from "./base-settings.ts";
import { type GitHubRunOptions, ownSecrets } from "./options.ts";
import { type Basis, type JudgedRun, type Run, without } from "./run.ts";

/** Has the pull request debated, or says why there is no debate. */
export async function reviewNow(run: Run, emit: Emit, signal: AbortSignal): Promise<JudgedRun> {
  const { github, pull } = run;
  const basis = await usable(run.basis(signal));
  if ("configError" in basis) return without(run, basis);
  const { settings } = basis.base;
  const why = exclusionNow(settings, run);
  if (why !== null) return without(run, { skip: { why } }, settings);

  const source = pullRequestSource(github, { pull, mergeBase: basis.mergeBase });
  const standing = () => standingOf(run, basis, signal);
  try {
    const reviewed = await withTrees(signal, (treesOf) => {
      const ports = portsOf(run, basis, source, emit, signal, { treesOf });
      return reviewWithFacts({ ...ports, standing }, signal);
    });
    return { ...reviewed, settings, basis };
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return without(run, { configError: sentence(error) }, settings);
  }
}

/** How a review reads the change, and who reviews it. */
export function portsOf(
  run: Run,
  basis: Basis,
  source: ChangeSource,
  emit: Emit,
  signal: AbortSignal,
  { treesOf, journal = journalFor(run) }: { readonly treesOf?: TreesOf; readonly journal?: Journal | null } = {},
): ReviewPorts {
  const { options, existing, decisions, task } = run;
  const { settings: base } = basis.base;
  const settings = task.mayExceed === true ? base : withinBudget(base, spentOn(existing.state, decisions));
  const table = tableOptions(options, basis, settings, emit, journal);
  const now = { head: run.pull.head.sha, attempt: run.attempt };
  const forgot = forgotten(existing);
  const missed = forgot.filter((finding) => !isOwnWork(existing, finding, now));
  // A run that is resumed after it was killed raises its own findings again, so its own threads add nothing.
  const lost = options.record.isResumed ? missed : forgot;
  const notes = [...table.notes, ...(missed.length === 0 ? [] : [takenFromThreads(missed.length)])];
  return {
    source,
    setTable: (raw) => setTable(raw, { ...table, notes, trees: treesOf?.(archivesOf(run, basis)) }, signal),
    secrets: scannerKnowing(() => ownSecrets(options)),
    previous: [...(existing.state?.findings ?? []), ...lost, ...(existing.state?.fixed ?? [])],
    isNew: newTo([existing.state]),
    leastEffort: options.tighten.effort,
    isAsked: task.isExplicit,
    redact: (text) => redact(text, ownSecrets(options)),
    now: options.now,
    emit,
  };
}

/** The trees of head and merge base, each one request of GitHub's archive when it is first read. */
function archivesOf(
  { github, pull: { repo, head }, options: { env } }: Run,
  { mergeBase }: Basis,
): Parameters<TreesOf>[0] {
  const archive = (sha: string): Opening =>
    archiveTree((signal) => downloadArchive(github, { repo, sha }, signal), env);
  return { head: archive(head.sha), base: archive(mergeBase) };
}

function takenFromThreads(count: number): string {
  const threads =
    count === 1 ? "1 finding was taken from its thread" : `${count} findings were taken from their threads`;
  return `The summary of an earlier review is missing or was edited: ${threads}; others that it found may be forgotten.`;
}

/** Answers are never kept in files: a runner is thrown away, and its workspace may hold the head of the change. */
export function tableOptions(
  { env, offline, detectsPrograms }: GitHubRunOptions,
  { files, base }: Basis,
  settings: Settings,
  emit: Emit,
  journal: Journal | null,
) {
  const { notes } = base;
  return { files, settings, notes, env, directory: tmpdir(), offline, detectsPrograms, journal, emit };
}

/** Where this run keeps answers of models. A full review replays none, but keeps the new ones. */
export function journalFor({ options, attempt, task }: Pick<Run, "options" | "attempt" | "task">): Journal | null {
  const { answers } = options.record;
  if (answers === null) return null;
  const store = task.isFull === true ? { ...answers, read: async () => undefined } : answers;
  return { store, attempt };
}

/** An error in the base's own files is an answer. An answer that GitHub did not give is a fault. */
async function usable(reading: Promise<Basis>): Promise<Basis | { readonly configError: string }> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return { configError: sentence(error) };
  }
}

function sentence({ message }: ReviewError): string {
  return message.split("\n")[0]?.replace(/\.$/, "") ?? message;
}

/** Whether head, target branch and merge base are still those under review. An answer that cannot be read does not count as unchanged. */
async function standingOf(
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
