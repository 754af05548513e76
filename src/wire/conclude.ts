import type { Decisions } from "../domain/decisions.ts";
import type { Finding } from "../domain/finding.ts";
import { Told } from "../domain/judged.ts";
import { githubLimits, type Operation, type PullRequest, type State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";
import type { GitHubRunOptions, GitHubRunResult } from "../domain/run.ts";
import { type Published, publish } from "../github/publish.ts";
import { allListed } from "../publication/listed.ts";
import { planCheck, planPublication } from "../publication/plan.ts";
import { notReviewed } from "../review/not-reviewed.ts";
import { defaultSettings } from "../settings.ts";
import { withDecisions } from "../steer/decided.ts";
import { groundsOf } from "../steer/grounds.ts";
import { digestsOf } from "./known-paths.ts";
import { decisionsOn, lookAgain, otherOn, worseOf, worstNow } from "./look-again.ts";
import { ownSecrets } from "./own-secrets.ts";
import type { Reviewed, Run } from "./review-now.ts";
import { baseOf } from "./run-identity.ts";
import { besideKnown, renewCheck } from "./same-head.ts";

/** Publishes a review: comments and state first, then, knowing what stands on the same head elsewhere, the check's conclusion. */
export async function conclude(
  run: Run,
  judged: Reviewed,
  check: { readonly id: number; readonly annotations: number } | null,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const { options, github, pull } = run;
  const { settings, basis } = judged;
  const { existing, left } = await lookAgain(run, basis, check, signal);
  const decisions = judged.decisions ?? (await decisionsOn({ options, existing }));
  const reviewed = remembering(run, judged);
  const decided = decidedOn(reviewed, decisions);
  const other = otherOn({ ...run, now: existing }, decided);
  const review = noting(worseOf(decided, other), left);
  const limits = { ...githubLimits, inline: settings.review.maxInline };
  const context = { version: options.version, secrets: ownSecrets(options), pull };
  const onNote = (text: string): void => options.emit({ type: "note", text });
  const target = { github, pull, check: check?.id ?? null, attempt: run.attempt, onNote };
  const { conclusion, title } = review;
  const result = {
    review,
    checkRunId: check?.id ?? null,
    isReadOnly: false,
    isStanding: false,
    conclusion,
    title,
    pull: pull.number,
  };
  if (!options.publish) return { ...result, reviewId: null, notes: [] };
  const state = stateOf({ ...run, existing }, reviewed, { review: decided, decisions });
  const isSilent = basis === null || other !== null || left !== null;
  const operations = isSilent ? [] : planPublication(review, state, existing, limits, context);
  const published = await publish(operations, target, signal);
  if (basis !== null) await options.memory?.saveState(state);
  // Without a check there may still be comments: a person's own token can write those, and no checks.
  if (check === null) {
    const isReadOnly = published.failed.length === operations.length;
    return {
      ...result,
      reviewId: published.reviewId,
      isReadOnly,
      notes: isReadOnly ? [] : [noCheck, ...notesOn([published])],
    };
  }
  const meant = await besideKnown(run, { review, settings }, signal);
  const stands = isSilent ? existing : { ...existing, state };
  const known = { ...meant, review: await worstNow(run, meant.review, stands, signal) };
  const { beside } = known;
  const plan = (annotated: number) => planCheck(known.review, beside, limits, context, annotated);
  const concluding = plan(check.annotations);
  const concluded = await publish(concluding, target, signal);
  const checkRunId = concluded.check ?? check.id;
  const again = await renewCheck(run, known, { beside, checkRunId }, signal);
  const renewed = again === null ? null : await publish(plan(0), { ...target, check: again }, signal);
  const written = [published, concluded, ...(renewed === null ? [] : [renewed])];
  const notes = [...(left === null ? [] : [left]), ...notesOn(written)];
  const ids = { checkRunId: again ?? checkRunId, reviewId: published.reviewId };
  return { ...result, ...ids, ...conclusionIn(concluding, known.review), notes };
}

function noting(review: Review, note: string | null): Review {
  return note === null ? review : { ...review, notes: [...review.notes, note] };
}

/** A review that does not know what an earlier one found may block, and never passes. */
function remembering({ isMemoryLost }: Run, reviewed: Reviewed): Reviewed {
  const { facts } = reviewed;
  return facts === null || !isMemoryLost ? reviewed : { ...reviewed, facts: { ...facts, lostMemory } };
}

const lostMemory = "the summary of an earlier review is missing or was edited";

function decidedOn({ review, facts }: Reviewed, decisions: Decisions): Review {
  return facts === null ? review : withDecisions(review, facts, decisions);
}

const noCheck =
  "The check could not be written, so nothing blocks the merge but this run itself: only an app's token with checks: write can.";

/** Everything that could not be written where it was meant to be. */
function notesOn(published: readonly Published[]): string[] {
  return published.flatMap(({ fellBack, failed }) => [
    ...fellBack,
    ...failed.map(({ operation, reason }) => `Not written to GitHub: ${operation}: ${reason}`),
  ]);
}

/** What the next run must know. Whether the review is complete is no matter of what people decided about it. */
function stateOf(
  run: Run,
  { review: raw, basis, facts, settings }: Reviewed,
  { review, decisions }: { readonly review: Review; readonly decisions: Decisions },
): State {
  const { pull, existing, attempt, isMemoryLost } = run;
  const before = existing.state;
  const { result, conclusion, title, panel, confidence, coverage } = review;
  const isDone = ["blocked", "findings", "clean"].includes(raw.result) && !isMemoryLost;
  const grounds = facts === null ? null : groundsOf(facts, settings.budget.usdPerPr);
  return {
    version: 1,
    head: pull.head.sha,
    base: basis === null ? "" : baseOf(pull, basis.mergeBase),
    fingerprint: basis?.base.fingerprint ?? "",
    attempt,
    complete: coverage.complete && panel.state !== "failed" && isDone,
    result,
    conclusion,
    title,
    panel,
    confidence,
    findings: [...review.findings, ...dismissedIn(review, before)],
    posted: [...new Set([...(before?.posted ?? []), ...existing.threads.map(({ finding }) => finding)])],
    spentUsd: (before?.spentUsd ?? 0) + (review.usage.costUsd ?? 0),
    paths: digestsOf(coverage.files.map(({ path }) => path)),
    decisions,
    ...(grounds === null ? {} : { grounds }),
    told: Told.parse(raw),
    finishedAt: raw.finishedAt,
    listed: allListed(existing),
    ...(isMemoryLost ? { isMemoryLost } : {}),
  };
}

/** Where they stand now; where their code is gone, without a place, for it may come back. */
function dismissedIn({ findings, eliminated }: Review, before: State | null): Finding[] {
  const now = eliminated.filter(({ status, anchor }) => status === "dismissed" && anchor !== "none");
  const known = new Set([...findings, ...now].map(({ id }) => id));
  const gone = (before?.findings ?? []).filter(({ id, status }) => status === "dismissed" && !known.has(id));
  return [...now, ...gone.map((one): Finding => ({ ...one, anchor: "none" }))];
}

function conclusionIn(operations: readonly Operation[], review: Review): Pick<GitHubRunResult, "conclusion" | "title"> {
  const last = operations.at(-1);
  if (last?.kind !== "conclude-check") return { conclusion: review.conclusion, title: review.title };
  return { conclusion: last.conclusion, title: last.output.title };
}

/** The answer for a commit that another one has replaced: nothing is read further and nothing is written. */
export function outdated(sha: string, pull: PullRequest, options: GitHubRunOptions, startedAt: Date): GitHubRunResult {
  const { repo, number, base, head } = pull;
  const hindrance = { headCurrent: false, supersededBy: head.sha };
  const circumstances = { startedAt, finishedAt: options.now(), notes: [] };
  const change = { repo, number, base, head: { ref: head.ref, sha } };
  const { review } = notReviewed(hindrance, change, defaultSettings, circumstances);
  const { conclusion, title } = review;
  return {
    review,
    checkRunId: null,
    reviewId: null,
    isReadOnly: false,
    isStanding: false,
    conclusion,
    title,
    notes: [],
    pull: number,
  };
}
