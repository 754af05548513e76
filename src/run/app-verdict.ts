import { setTimeout as pause } from "node:timers/promises";
import { type Conclusion, conclusions } from "../domain/review.ts";
import type { GitHubRunResult } from "../domain/run.ts";
import { listChecks } from "../github/check-run.ts";
import { type Run, without } from "./review-now.ts";
import { isAppCheck, type KnownCheck } from "./run-identity.ts";

const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];
/** As long as a debate may take by the settings' own limit, twice. */
const longestMs = 60 * 60_000;

/**
 * Where the App reviews the repository too, a workflow's run asks no model and writes nothing: it waits for the App's check and repeats what
 * that says, so that a required job passes with it and fails with it. Null: the App has no check on this head.
 */
export async function verdictOfApp(run: Run, signal: AbortSignal): Promise<GitHubRunResult | null> {
  const { options, github, pull } = run;
  let check = run.checks.find(isAppCheck);
  if (options.memory !== undefined || !options.publish || check === undefined) return null;
  const note = "The PR Debate App reviews this commit: this run asks no model and repeats what the App's check says.";
  options.emit({ type: "note", text: note });
  for (let waited = 0, turn = 0; !check.isCompleted && waited < longestMs; turn += 1) {
    const wait = pausesMs[Math.min(turn, pausesMs.length - 1)] ?? longestMs;
    await pause(wait, undefined, { signal });
    waited += wait;
    const checks = await listChecks(github, { repo: pull.repo, headSha: pull.head.sha }, signal);
    check = checks.find(isAppCheck) ?? check;
  }
  const { conclusion, title } = saidBy(check);
  const { review } = without(run, { skip: { why: "the PR Debate App reviews this commit" } });
  return {
    review: { ...review, conclusion, title, reason: title, notes: [...review.notes, note] },
    checkRunId: check.id,
    reviewId: null,
    isReadOnly: false,
    isStanding: false,
    conclusion,
    title,
    notes: [note],
    pull: pull.number,
  };
}

function saidBy({ isCompleted, conclusion: given, title }: KnownCheck): { conclusion: Conclusion; title: string } {
  const conclusion = conclusions.find((one) => one === given);
  if (!isCompleted) return { conclusion: "failure", title: "The App's check is still in progress; re-run this job" };
  if (conclusion === undefined) return { conclusion: "failure", title: "The App's check has no conclusion known here" };
  return { conclusion, title: `The App's check: ${title ?? conclusion}` };
}
