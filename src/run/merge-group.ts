import {
  groupDecisions,
  inherited,
  isJudgedAlike,
  isSameChange,
  type Member,
  missingIn,
  pausedIn,
} from "../decisions/merge-group.ts";
import { baseOf, newTo } from "../decisions/next-state.ts";
import { undecided } from "../domain/decisions.ts";
import type { Emit } from "../domain/events.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import type { ChangeSource, PatchFile, RawChange } from "../domain/ports.ts";
import type { Task } from "../domain/request.ts";
import { listChecks, startCheck } from "../github/check-run.ts";
import { clientFor, type GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { groupMembers, readMergeBase, readPullRequest } from "../github/pull-request.ts";
import { compareSource, pullRequestSource } from "../github/sources.ts";
import { setTable } from "../panel/table.ts";
import { progressOutput } from "../publication/check.ts";
import { githubLimits } from "../publication/marker.ts";
import { attemptOn, runSubject } from "../publication/own-checks.ts";
import type { Existing } from "../publication/recognise.ts";
import { reviewWithFacts } from "../review/review.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import { redact } from "../text/text.ts";
import { conclude } from "./conclude.ts";
import { endEarly } from "./end-early.ts";
import { type GitHubRunOptions, type GitHubRunResult, ownSecrets } from "./options.ts";
import { journalFor, tableOptions } from "./review-now.ts";
import { basisReader, type JudgedRun, type Run, without } from "./run.ts";
import { knownState } from "./same-head.ts";

const nothing: Existing = { summary: null, state: null, reviews: [], pending: [], threads: [] };

/**
 * Answers a merge queue on the group's own sha, always. If the group is exactly the reviewed code of its pull requests under the same settings,
 * the worst of their verdicts counts. A member without a complete review stops the group. Anything else is debated afresh, unless reviews of a
 * member are paused.
 */
export async function reviewMergeGroup(
  task: Extract<Task, { kind: "merge-group" }>,
  options: GitHubRunOptions,
  signal: AbortSignal,
): Promise<GitHubRunResult> {
  const github = clientFor(options);
  const pull = groupAsPull(task);
  const { repo, head } = pull;
  const checks = await listChecks(github, { repo, headSha: head.sha }, signal);
  const { attempt, runId, open } = attemptOn(runSubject(options, pull), checks);
  const run = runAlone({ options, github, pull, checks, attempt });
  const target = { repo, headSha: head.sha, externalId: runId, detailsUrl: options.runUrl };
  const output = progressOutput([], githubLimits);
  const check = options.publish ? (open ?? (await startCheck(github, { ...target, output }, signal))) : null;
  if (check !== null) await options.record.checkStarted({ head: head.sha, externalId: runId, id: check.id });
  try {
    const reviewed = await judgeGroup(run, task, options.emit, signal);
    return { ...(await conclude(run, reviewed, check, signal)), pull: null };
  } catch (error) {
    if (check === null) throw error;
    return { ...(await endEarly(run, check, error, signal)), pull: null };
  }
}

async function judgeGroup(
  run: Run,
  task: Extract<Task, { kind: "merge-group" }>,
  emit: Emit,
  signal: AbortSignal,
): Promise<JudgedRun> {
  const { github } = run;
  const basis = await run.basis(signal);
  const source = compareSource(github, { repo: task.repo, base: task.base, head: task.head });
  const raw = await source.fetch(signal);
  const numbers = await groupMembers(github, task, signal);
  const readMembers = () => readAll(run, task.repo, numbers, signal);
  const members = await readMembers();
  const { settings } = basis.base;
  const paused = pausedIn(members);
  const hold = paused === null ? {} : { paused };
  const fault = missingIn(members);
  if (fault !== null) return without(run, { fault, ...hold }, settings);
  const stateNow = ({ pull, mergeBase }: Member) => ({
    base: baseOf(pull, mergeBase),
    fingerprint: basis.base.fingerprint,
  });
  if (members.every((member) => isJudgedAlike(member, stateNow(member)))) {
    const files = await Promise.all(members.map((member) => filesOf(github, member, signal)));
    if (members.length > 0 && isSameChange(filesIn(raw), files.flat())) {
      const now = await readMembers();
      const lost = missingIn(now);
      if (lost !== null) return without(run, { fault: lost }, settings);
      return {
        review: inherited(without(run, { fault: "there is no member" }).review, now),
        facts: null,
        settings,
        basis: null,
      };
    }
  }
  if (paused !== null) return without(run, hold, settings);
  const known = members.flatMap(({ state }) => state?.findings ?? []);
  const memo: ChangeSource = { fetch: async () => raw, contents: source.contents };
  const table = (given: RawChange) =>
    setTable(given, tableOptions(run.options, basis, settings, emit, journalFor(run)), signal);
  const isNew = newTo(members.map(({ state }) => state));
  const memory = { previous: known, isNew, redact: (text: string) => redact(text, ownSecrets(run.options)) };
  const ports = {
    source: memo,
    setTable: table,
    secrets: scannerKnowing(() => ownSecrets(run.options)),
    ...memory,
    leastEffort: run.options.tighten.effort,
    now: run.options.now,
    emit,
  };
  const judged = await reviewWithFacts(ports, signal);
  // People decide while the seats debate.
  return { ...judged, settings, basis: null, decisions: groupDecisions(await readMembers()) };
}

async function readAll(run: Run, repo: string, numbers: readonly number[], signal: AbortSignal): Promise<Member[]> {
  return (await Promise.all(numbers.map((number) => readMember(run, repo, number, signal)))).flat();
}

/** Empty for a number that is no open pull request: a commit's title may name any number. */
async function readMember(
  { github, options }: Run,
  repo: string,
  number: number,
  signal: AbortSignal,
): Promise<readonly Member[]> {
  try {
    const pull = await readPullRequest(github, repo, number, signal);
    if (!pull.isOpen) return [];
    const mergeBase = await readMergeBase(github, repo, pull.base.sha, pull.head.sha, signal);
    return [{ pull, mergeBase, state: await knownState(options, github, pull, signal) }];
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return [];
    throw error;
  }
}

async function filesOf(github: GitHub, member: Member, signal: AbortSignal): Promise<readonly PatchFile[]> {
  return filesIn(await pullRequestSource(github, member).fetch(signal));
}

function filesIn({ diff }: RawChange): readonly PatchFile[] {
  return diff.kind === "github" ? diff.files : [];
}

/** A run that knows only the checks on the head: no posts and no decisions. */
export function runAlone(known: Pick<Run, "options" | "github" | "pull" | "checks" | "attempt">): Run {
  const { options, github, pull } = known;
  const { repo, number } = pull;
  return {
    ...known,
    task: { kind: "pull-request", repo, number, isExplicit: false },
    existing: nothing,
    decisions: undecided,
    isMemoryLost: false,
    startedAt: options.now(),
    basis: basisReader(github, pull, options),
  };
}

/** The queue's temporary branch in place of a pull request's head. */
export function groupAsPull({ repo, head, base, ref }: Extract<Task, { kind: "merge-group" }>): PullRequest {
  return {
    repo,
    number: 0,
    isOpen: true,
    isDraft: false,
    author: "",
    labels: [],
    title: "",
    body: "",
    base: { ref: "", sha: base },
    head: { ref, sha: head },
    headRepo: repo,
    changedFiles: null,
  };
}
