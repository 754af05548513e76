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
import type { ChangeSource, PatchFile, RawChange } from "../domain/ports.ts";
import type { Task } from "../domain/request.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { groupMembers, readMergeBase, readPullRequest } from "../github/pull-request.ts";
import { compareSource, pullRequestSource } from "../github/sources.ts";
import { setTable } from "../panel/table.ts";
import { reviewWithFacts } from "../review/review.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import { redact } from "../text/text.ts";
import { ownSecrets } from "./options.ts";
import { type AnyRun, tableOptions } from "./review-now.ts";
import { basisReader, type JudgedRun, without } from "./run.ts";
import { knownState } from "./same-head.ts";

export interface GroupRun extends AnyRun {
  readonly task: Extract<Task, { kind: "merge-group" }>;
}

/** Takes over the verdict of the group's pull requests, or has the group debated, or says why neither is possible. */
export async function judgeGroup(run: GroupRun, signal: AbortSignal): Promise<JudgedRun> {
  const { github, options, task } = run;
  const { emit } = options;
  const basis = await basisReader(github, run.change, options)(signal);
  const source = compareSource(github, { repo: task.repo, base: task.base, head: task.head });
  const raw = await source.fetch(signal);
  const numbers = await groupMembers(github, task, signal);
  const readMembers = () => readAll(run, numbers, signal);
  const members = await readMembers();
  const { settings, fingerprint } = basis.base;
  const paused = pausedIn(members);
  const hold = paused === null ? {} : { paused };
  const fault = missingIn(members);
  if (fault !== null) return without(run, { fault, ...hold }, settings);
  if (members.every((one) => isJudgedAlike(one, { base: baseOf(one.pull, one.mergeBase), fingerprint }))) {
    const files = await Promise.all(members.map((member) => filesOf(github, member, signal)));
    if (members.length > 0 && isSameChange(filesIn(raw), files.flat())) {
      const now = await readMembers();
      const lost = missingIn(now);
      if (lost !== null) return without(run, { fault: lost }, settings);
      const blank = without(run, { fault: "there is no member" });
      return { review: inherited(blank.review, now), facts: null, settings, basis: null };
    }
  }
  if (paused !== null) return without(run, hold, settings);
  const known = members.flatMap(({ state }) => state?.findings ?? []);
  const memo: ChangeSource = { fetch: async () => raw, contents: source.contents };
  const ports = {
    source: memo,
    setTable: (given: RawChange) => setTable(given, tableOptions(run, basis, settings, emit), signal),
    secrets: scannerKnowing(() => ownSecrets(options)),
    previous: known,
    isNew: newTo(members.map(({ state }) => state)),
    redact: (text: string) => redact(text, ownSecrets(options)),
    now: options.now,
    emit,
  };
  const judged = await reviewWithFacts(ports, signal);
  // People decide while the seats debate.
  return { ...judged, settings, basis: null, decisions: groupDecisions(await readMembers()) };
}

async function readAll(run: GroupRun, numbers: readonly number[], signal: AbortSignal): Promise<Member[]> {
  return (await Promise.all(numbers.map((number) => readMember(run, number, signal)))).flat();
}

/** Empty for a number that is no open pull request: a commit's title may name any number. */
async function readMember(
  { github, options, task: { repo } }: GroupRun,
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
