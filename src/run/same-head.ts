import { reviewedRef } from "../decisions/next-state.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import { type Conclusion, conclusions, type Review } from "../domain/review.ts";
import type { Beside, Sibling, State } from "../domain/state.ts";
import { listChecks, startCheck } from "../github/check-run.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { publish } from "../github/publish.ts";
import { openPullRequests } from "../github/pull-request.ts";
import { closingOutput } from "../publication/check.ts";
import { githubLimits } from "../publication/marker.ts";
import { type KnownCheck, newestBeside, runIdOf, runSubject } from "../publication/own-checks.ts";
import { planCheck } from "../publication/plan.ts";
import { recognise } from "../publication/recognise.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import { exclusionOf } from "./base-settings.ts";
import { type GitHubRunOptions, ownSecrets, writesAlone } from "./options.ts";
import { type JudgedRun, type Run, without } from "./run.ts";

/** Without settings, no other pull request is left out. */
interface Known {
  readonly review: Review;
  readonly settings: Settings | null;
}

const alone: Beside = { siblings: [], before: null };

/**
 * The other verdicts on this head, and the review as it counts beside them. If they cannot be read, the review is inconclusive, because a worse
 * verdict may be among them; nothing is worse than a failure. A job that is resumed throws instead.
 */
export async function besideKnown(
  run: Run,
  { review, settings }: Known,
  signal: AbortSignal,
): Promise<{ readonly review: Review; readonly beside: Beside }> {
  try {
    return { review, beside: await besideOf(run, { review, settings }, signal) };
  } catch (error) {
    if (signal.aborted || !(error instanceof GitHubError)) throw error;
    if (review.conclusion === "failure") return { review, beside: alone };
    if (run.options.record.isResumed) throw error;
    const fault = "other pull requests with this head could not be looked up";
    const { result, conclusion, title, reason } = without(run, { fault }, settings ?? defaultSettings).review;
    return { review: { ...review, result, conclusion, title, reason }, beside: alone };
  }
}

/** A superseded review has no siblings: its head is no longer the head of a pull request. */
async function besideOf(run: Run, { review, settings }: Known, signal: AbortSignal): Promise<Beside> {
  if (review.result === "superseded") return alone;
  const { github, pull, options } = run;
  const open = await openPullRequests(github, pull.repo, signal);
  const others = open.filter(({ number, head }) => number !== pull.number && head.sha === pull.head.sha);
  const siblings = await Promise.all(
    others.map(async (other): Promise<Sibling> => {
      const state = await knownState(options, github, other, signal);
      // These settings are this base's: they do not decide what another base leaves out.
      const isSameBase = other.base.ref === pull.base.ref;
      const isLeftOut = settings !== null && isSameBase && exclusionOf(settings, other) !== null;
      return { number: other.number, state: verdictOn(other, state), isLeftOut };
    }),
  );
  return { siblings, before: verdictBefore(run.checks) };
}

/** After a change of its base branch, a pull request has another diff and other settings: a pass against the former base proves nothing. */
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

/** The state of another pull request. */
export async function knownState(
  { record }: Pick<GitHubRunOptions, "record">,
  github: GitHub,
  pull: PullRequest,
  signal: AbortSignal,
): Promise<State | null> {
  const written = async () => recognise(await readOwnPosts(github, pull, signal)).state;
  return record.stateOf(pull.number, written);
}

/**
 * Starts one more check if another run's check is newer, because GitHub counts the newest. A run for a pull request with the same head that
 * began later and ended sooner knew nothing of this review. A failure also gets a newer check than one in progress, whose run may have looked
 * for others before this check existed. Null: no such check is needed. A skipped review adds nothing.
 */
export async function renewCheck(
  run: Run,
  { review }: Pick<JudgedRun, "review">,
  { beside, checkRunId }: { readonly beside: Beside; readonly checkRunId: number },
  signal: AbortSignal,
): Promise<number | null> {
  const { github, pull, attempt, options } = run;
  const isFailure = review.conclusion === "failure";
  const isAlone = beside.siblings.length === 0 && (!isFailure || writesAlone(options));
  if (isAlone || review.result === "skipped") return null;
  const [newest] = await listChecks(github, { repo: pull.repo, headSha: pull.head.sha }, signal);
  if (newest === undefined || newest.id === checkRunId || (!newest.isCompleted && !isFailure)) return null;
  const externalId = runIdOf(runSubject(options, pull), attempt);
  const fresh = await startClosing(run, externalId, signal);
  if (fresh === null) return null;
  await options.record.checkStarted({ head: pull.head.sha, externalId, id: fresh.id });
  return fresh.id;
}

/** The conclusion that a commit shows now, and the check that shows it. */
export interface ShownVerdict {
  readonly check: KnownCheck["id"];
  readonly externalId: string;
  readonly conclusion: Conclusion;
  readonly title: string;
}

/** Writes a verdict that is already known into the check that counts: `own`, or a new check if another one is newer. Null: checks cannot be written. */
export async function showVerdict(
  run: Run,
  {
    review,
    settings,
    own,
  }: { readonly review: Review; readonly settings: Settings | null; readonly own: KnownCheck | null },
  signal: AbortSignal,
): Promise<ShownVerdict | null> {
  const { github, pull, options, checks, attempt } = run;
  const isNewest = own !== null && newestBeside(checks, own)?.id === own.id;
  const externalId = own?.externalId ?? runIdOf(runSubject(options, pull), attempt);
  const check = isNewest ? own : await startClosing(run, externalId, signal);
  if (check === null) return null;
  const known = await besideKnown(run, { review, settings }, signal);
  const context = { version: options.version, secrets: ownSecrets(options), pull };
  const limits = { ...githubLimits, inline: 0 };
  const operations = planCheck(known.review, known.beside, limits, context, check.annotations);
  const onNote = (text: string): void => options.emit({ type: "note", text });
  const written = await publish(operations, { github, pull, check: check.id, attempt, onNote }, signal);
  const last = operations.at(-1);
  const { conclusion, title } = last?.kind === "conclude-check" ? { ...last, title: last.output.title } : review;
  return { check: written.check ?? check.id, externalId, conclusion, title };
}

/** A check that is concluded within seconds. Its decisions are read already, so it begins with the announcement of that. */
async function startClosing({ options, github, pull }: Run, externalId: string, signal: AbortSignal) {
  const { repo, head } = pull;
  const target = { repo, headSha: head.sha, externalId, detailsUrl: options.runUrl, output: closingOutput };
  return startCheck(github, target, signal);
}
