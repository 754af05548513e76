import { withTrees } from "../../code/snapshot/lazy.ts";
import type { MergeGroup } from "../../domain/github/own-posts.ts";
import type { ChangeSource, PatchFile, RawChange } from "../../domain/ports.ts";
import { setTable } from "../../panel/choosing/table.ts";
import { scannerKnowing } from "../../panel/secrets/secrets.ts";
import { reviewWithFacts } from "../../review/review.ts";
import { redact } from "../../text/redact.ts";
import type { GitHub } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { type Comparison, compareCommits, groupMembers, readPullRequest } from "../client/pull-request.ts";
import { groupSource, pullRequestSource } from "../client/sources.ts";
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
import { type CommitRun, type JudgedRun, ownSecrets, without } from "./run.ts";
import { knownState } from "./same-head.ts";
import { archivesOf, journalFor, tableOptions } from "./table-options.ts";

/** Takes over the verdict of the members, has the group debated, or says why there is neither. */
export async function judgeGroup(run: CommitRun<MergeGroup>, signal: AbortSignal): Promise<JudgedRun> {
  const { github, subject: group, options } = run;
  const { emit } = options;
  const basis = await run.basis(signal);
  const source = groupSource(github, group, basis);
  const raw = await source.fetch(signal);
  const numbers = groupMembers(group, basis.commits);
  const readMembers = () => readAll(run, numbers, signal);
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
  const isNew = newTo(members.map(({ state }) => state));
  const memory = { previous: known, isNew, redact: (text: string) => redact(text, ownSecrets(options)) };
  const table = tableOptions(options, basis, settings, emit, journalFor(run));
  const judged = await withTrees(signal, (treesOf) => {
    const ports = {
      source: memo,
      setTable: (given: RawChange) => setTable(given, { ...table, trees: treesOf(archivesOf(run, basis)) }, signal),
      secrets: scannerKnowing(() => ownSecrets(options)),
      ...memory,
      leastEffort: options.tighten.effort,
      now: options.now,
      emit,
    };
    return reviewWithFacts(ports, signal);
  });
  // People decide while the seats debate.
  return { ...judged, settings, basis: null, decisions: groupDecisions(await readMembers()) };
}

type ComparedMember = Member & Pick<Comparison, "changed">;

async function readAll(run: CommitRun, numbers: readonly number[], signal: AbortSignal): Promise<ComparedMember[]> {
  return (await Promise.all(numbers.map((number) => readMember(run, number, signal)))).flat();
}

/** Empty for a number that is no open pull request: a commit's title may name any number. */
async function readMember(
  { github, options, subject: { repo } }: CommitRun,
  number: number,
  signal: AbortSignal,
): Promise<readonly ComparedMember[]> {
  try {
    const pull = await readPullRequest(github, repo, number, signal);
    if (!pull.isOpen) return [];
    const { mergeBase, changed } = await compareCommits(github, repo, pull.base.sha, pull.head.sha, signal);
    return [{ pull, mergeBase, changed, state: await knownState(options, github, pull, signal) }];
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return [];
    throw error;
  }
}

async function filesOf(github: GitHub, member: ComparedMember, signal: AbortSignal): Promise<readonly PatchFile[]> {
  return filesIn(await pullRequestSource(github, member).fetch(signal));
}

function filesIn({ diff }: RawChange): readonly PatchFile[] {
  return diff.kind === "github" ? diff.files : [];
}
