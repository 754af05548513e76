import { withDecisions } from "../decisions/decided.ts";
import { factsOf } from "../decisions/grounds.ts";
import { rememberedReview, unreviewed } from "../decisions/remembered.ts";
import { overrideOf } from "../domain/decisions.ts";
import { ReviewError } from "../domain/errors.ts";
import type { ThreadWrite } from "../domain/operation.ts";
import { conclusions, type Review } from "../domain/review.ts";
import type { State } from "../domain/state.ts";
import { clientFor } from "../github/client.ts";
import { GitHubError, isRefused } from "../github/errors.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { publish } from "../github/publish.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { type KnownCheck, runIdOf, runSubject } from "../publication/own-checks.ts";
import { githubLimits, planDecision } from "../publication/plan.ts";
import { recognise } from "../publication/recognise.ts";
import type { Settings } from "../settings/settings.ts";
import { isPassing } from "../verdict/exit-code.ts";
import { decisionsOn } from "./look-again.ts";
import { type GitHubRunOptions, ownSecrets } from "./options.ts";
import { type OpenRun, openRun, without } from "./run.ts";
import { showVerdict } from "./same-head.ts";

/**
 * `isUnderWay`: a review of this head is at work, and its check is its own. `isBehind`: the check does not say what follows. `failed`:
 * sentences on what could not be written.
 */
export interface Recomputed {
  readonly isUnderWay: boolean;
  readonly isBehind: boolean;
  readonly failed: readonly string[];
}

/**
 * The verdict of the last review anew after people decided something, without another debate: replies in threads, the summary with its
 * state, the store, and the check of the head. Where the head has no review of its own, only an override says anything about it.
 */
export async function recompute(
  { run, under, last, isBlind }: OpenRun,
  threads: readonly ThreadWrite[],
  signal: AbortSignal,
): Promise<Recomputed> {
  const { review, failed } = await rewrite(run, threads, signal);
  const written = { isUnderWay: false, isBehind: false, failed };
  const behind = (why: string): Recomputed => ({
    ...written,
    isBehind: true,
    failed: [...failed, `the check: ${why}`],
  });
  if (isBlind) return behind("the token may not read checks, so it stays as it is until `/debate review`");
  const said = wordOn(run, last, review);
  // Whoever holds the lease knows that nobody is at work: what is open was left behind, and to be ended by its give-up.
  const isLeft = run.options.memory !== undefined && said?.result === "overridden";
  if (under !== null && !isLeft) return { ...written, isUnderWay: true };
  if (said === null) return isFounded(run) ? written : behind(unfounded);
  const settings = await settingsOf(run, signal);
  const shown = await showVerdict(run, { review: said, settings, own: under ?? last }, signal);
  return shown === null ? behind("the token may not write checks") : written;
}

/**
 * What people decide counts also where the settings cannot be used: they only tell which pull requests with this head are left out. What GitHub
 * may give a minute later, a run with a memory asks for again.
 */
async function settingsOf(run: OpenRun["run"], signal: AbortSignal): Promise<Settings | null> {
  try {
    return (await run.basis(signal)).base.settings;
  } catch (error) {
    const isPassing = error instanceof GitHubError && !isRefused(error) && run.options.memory !== undefined;
    if (!(error instanceof ReviewError) || isPassing) throw error;
    const text = `The settings on the base cannot be used, so every pull request with this head counts: ${error.message}`;
    run.options.emit({ type: "note", text });
    return null;
  }
}

/** All but the check: replies in threads, the summary with its state, the store. */
export async function rewrite(
  run: OpenRun["run"],
  threads: readonly ThreadWrite[],
  signal: AbortSignal,
): Promise<{ readonly review: Review; readonly failed: readonly string[] }> {
  const { options, existing } = run;
  const { review, state } = decided(run);
  const operations = planDecision(review, state, existing, threads, limits, contextOf(run));
  const published = await publish(operations, targetOf(run, null), signal);
  if (existing.state !== null) await options.memory?.saveState(state);
  return { review, failed: published.failed.map(({ operation, reason }) => `${operation}: ${reason}`) };
}

const limits = { ...githubLimits, inline: 0 };

function contextOf({ options, pull }: OpenRun["run"]) {
  return { version: options.version, secrets: ownSecrets(options), pull };
}

function targetOf({ options, github, pull, attempt }: OpenRun["run"], check: number | null) {
  return { github, pull, check, attempt, onNote: (text: string): void => options.emit({ type: "note", text }) };
}

/** The last review and what is remembered of it, as they are after the decisions. */
function decided(run: OpenRun["run"]): { review: Review; state: State } {
  const { existing, pull, options, decisions, isMemoryLost } = run;
  const before = existing.state ?? { ...unreviewed, ...(isMemoryLost ? { isMemoryLost } : {}) };
  const { repo, number, base, head } = pull;
  const known = rememberedReview(before, { repo, number, base, head }, options.now().toISOString());
  const { grounds } = before;
  const review = grounds === undefined ? known : withDecisions(known, factsOf(grounds, before.head), decisions);
  const { result, conclusion, title, findings, eliminated } = review;
  const dismissed = eliminated.filter(({ status }) => status === "dismissed");
  return { review, state: { ...before, result, conclusion, title, findings: [...findings, ...dismissed], decisions } };
}

/** What the head's check has to say now; null where that is for a review to say. */
function wordOn(run: OpenRun["run"], last: KnownCheck | null, review: Review): Review | null {
  const {
    decisions,
    existing: { state },
    pull: { head },
  } = run;
  // A later attempt may have ended otherwise than the one that is remembered: its word stays, unless it passes what is found now.
  const isItsCheck = last?.externalId === runIdOf(runSubject(run.options, run.pull), state?.attempt ?? 0);
  const isWorse =
    conclusions.some((one) => one === last?.conclusion && isPassing(one)) && !isPassing(review.conclusion);
  if (state?.head === head.sha && state.grounds !== undefined && (isItsCheck || isWorse)) return review;
  if (overrideOf(decisions, head.sha) === undefined) return null;
  const { review: none, facts } = without(run, { fault: "this head has no review" });
  return facts === null ? null : withDecisions(none, facts, decisions);
}

/** Where not all findings were kept, no verdict can be found again without another debate. */
function isFounded({ existing: { state }, pull }: OpenRun["run"]): boolean {
  return state?.head !== pull.head.sha || !state.complete || state.grounds !== undefined;
}

const unfounded =
  "the last review left more findings than could be kept here, so only `/debate review` can judge again";

/** Publishes what people decided while a review was ending: the same as for a command, only that nobody waits for an answer. */
export async function publishDecisions(options: GitHubRunOptions, signal: AbortSignal): Promise<void> {
  const { task, memory } = options;
  if (task.kind !== "pull-request") return;
  const github = clientFor(options);
  const pull = await readPullRequest(github, task.repo, task.number, signal);
  const posts = recognise(await readOwnPosts(github, pull, signal));
  const existing = { ...posts, state: (await memory?.stateOf(task.number)) ?? posts.state };
  const decisions = await decisionsOn({ options, existing });
  const opened = await openRun(options, { github, pull, existing, decisions }, signal);
  await recompute(opened, [], signal);
}
