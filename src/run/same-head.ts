import { reviewedRef } from "../decisions/next-state.ts";
import type { Beside, Sibling } from "../domain/beside.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import { type Conclusion, conclusions, type Review } from "../domain/review.ts";
import type { State } from "../domain/state.ts";
import { listChecks, startCheck } from "../github/check-run.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { publish } from "../github/publish.ts";
import { openPullRequests } from "../github/pull-request.ts";
import { progressOutput } from "../publication/check.ts";
import { isAppCheck, type KnownCheck, runIdOf, runSubject } from "../publication/own-checks.ts";
import { githubLimits, planCheck } from "../publication/plan.ts";
import { recognise } from "../publication/recognise.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import { exclusionOf } from "./base-settings.ts";
import { writesAlone } from "./look-again.ts";
import { type GitHubRunOptions, ownSecrets } from "./options.ts";
import type { AnyRun } from "./review-now.ts";
import { type JudgedRun, type Run, without } from "./run.ts";

/** Without settings no pull request is left out. */
interface Known {
  readonly review: Review;
  readonly settings: Settings | null;
}

/**
 * What else was said about the head, with the review that it leaves. Where that cannot be known, the review is inconclusive: a worse verdict
 * may stand there; nothing is worse than a failure. A run that is gone on with later is not ended for that.
 */
export async function besideKnown(
  run: AnyRun,
  reviewed: Known,
  signal: AbortSignal,
): Promise<{ readonly review: Review; readonly beside: Beside }> {
  const { review, settings } = reviewed;
  const nobody: Beside = { siblings: [], before: null };
  try {
    return { review, beside: await besideOf(run, reviewed, signal) };
  } catch (error) {
    if (signal.aborted || !(error instanceof GitHubError)) throw error;
    if (review.conclusion === "failure") return { review, beside: nobody };
    if (run.options.memory !== undefined) throw error;
    const fault = "other pull requests with this head could not be looked up";
    const { result, conclusion, title, reason } = without(run, { fault }, settings ?? defaultSettings).review;
    return { review: { ...review, result, conclusion, title, reason }, beside: nobody };
  }
}

/** What else was said about the head (design §6). Nothing counts beside a review that another commit has superseded. */
async function besideOf(run: AnyRun, { review, settings }: Known, signal: AbortSignal): Promise<Beside> {
  if (review.result === "superseded") return { siblings: [], before: null };
  const { github, change, options } = run;
  const open = await openPullRequests(github, change.repo, signal);
  const others = open.filter(({ number, head }) => number !== change.number && head.sha === change.head.sha);
  const siblings = await Promise.all(
    others.map(async (other): Promise<Sibling> => {
      const state = await knownState(options, github, other, signal);
      // These settings are this base's: they do not decide what another base leaves out.
      const isSameBase = other.base.ref === change.base.ref;
      const isLeftOut = settings !== null && isSameBase && exclusionOf(settings, other) !== null;
      return { number: other.number, state: verdictOn(other, state), isLeftOut };
    }),
  );
  return { siblings, before: verdictBefore(run.checks) };
}

/** A pull request that was retargeted has another diff and other settings: what passed against its former base proves nothing. */
function verdictOn({ base }: PullRequest, state: State | null): State | null {
  return state?.conclusion === "failure" || reviewedRef(state) === base.ref ? state : null;
}

/** The last conclusion on the head that said something about its code, whichever pull request it was for. */
function verdictBefore(checks: readonly KnownCheck[]): Beside["before"] {
  for (const { isCompleted, conclusion: given, title } of checks) {
    const conclusion = conclusions.find((one) => one === given);
    if (isCompleted && conclusion !== undefined && conclusion !== "skipped")
      return { conclusion, title: title ?? conclusion };
  }
  return null;
}

/** What was said about another pull request: by the store, or where it knows nothing, by the pull request itself. */
export async function knownState(
  { memory }: Pick<GitHubRunOptions, "memory">,
  github: GitHub,
  pull: PullRequest,
  signal: AbortSignal,
): Promise<State | null> {
  return (await memory?.stateOf(pull.number)) ?? recognise(await readOwnPosts(github, pull, signal)).state;
}

/**
 * Of several checks on a commit the newest counts. Where a run for a pull request with the same head began later and ended sooner, it knew
 * nothing of this review: a new check says what is known now. A failure is not left behind a check that is still open either, for its run may
 * have looked before there was one. Null: there is no such check. A review that was skipped has nothing to add.
 */
export async function renewCheck(
  { github, change, attempt, options }: AnyRun,
  { review }: Pick<JudgedRun, "review">,
  { beside, checkRunId }: { readonly beside: Beside; readonly checkRunId: number },
  signal: AbortSignal,
): Promise<number | null> {
  const isFailure = review.conclusion === "failure";
  const isAlone = beside.siblings.length === 0 && (!isFailure || writesAlone(options));
  if (isAlone || review.result === "skipped") return null;
  const { repo, head } = change;
  const [newest] = await listChecks(github, { repo, headSha: head.sha }, signal);
  if (newest === undefined || newest.id === checkRunId || (!newest.isCompleted && !isFailure)) return null;
  const externalId = runIdOf(runSubject(options, change), attempt);
  const output = progressOutput([], githubLimits);
  const target = { repo, headSha: head.sha, externalId, detailsUrl: options.runUrl, output };
  const fresh = await startCheck(github, target, signal);
  if (fresh === null) return null;
  await options.memory?.checkStarted({ head: head.sha, externalId, id: fresh.id });
  return fresh.id;
}

/** What the commit shows now, and in which check. */
export interface Shown {
  readonly check: number;
  readonly conclusion: Conclusion;
  readonly title: string;
}

/** Of several checks of one app on a commit the newest counts: this is the one beside `own`, or `own` itself. */
export function newestBeside(checks: readonly KnownCheck[], own: KnownCheck): KnownCheck | undefined {
  return checks.find((one) => isAppCheck(one) === isAppCheck(own));
}

/**
 * Writes a verdict that is known already into the check that counts: `own`, or where another pull request with the same head got a newer one
 * since, a new check. Null: the token may not write checks.
 */
export async function showVerdict(
  run: Run,
  {
    review,
    settings,
    own,
  }: { readonly review: Review; readonly settings: Settings | null; readonly own: KnownCheck | null },
  signal: AbortSignal,
): Promise<Shown | null> {
  const { github, pull, options, checks, attempt } = run;
  const check = own !== null && newestBeside(checks, own)?.id === own.id ? own : await newCheck(run, own, signal);
  if (check === null) return null;
  const known = await besideKnown(run, { review, settings }, signal);
  const context = { version: options.version, secrets: ownSecrets(options), pull };
  const limits = { ...githubLimits, inline: 0 };
  const operations = planCheck(known.review, known.beside, limits, context, check.annotations);
  const onNote = (text: string): void => options.emit({ type: "note", text });
  const written = await publish(operations, { github, pull, check: check.id, attempt, onNote }, signal);
  const last = operations.at(-1);
  const { conclusion, title } = last?.kind === "conclude-check" ? { ...last, title: last.output.title } : review;
  return { check: written.check ?? check.id, conclusion, title };
}

async function newCheck({ options, github, pull, attempt }: Run, own: KnownCheck | null, signal: AbortSignal) {
  const { repo, head } = pull;
  const externalId = own?.externalId ?? runIdOf(runSubject(options, pull), attempt);
  const output = progressOutput([], githubLimits);
  const target = { repo, headSha: head.sha, externalId, detailsUrl: options.runUrl, output };
  return startCheck(github, target, signal);
}
