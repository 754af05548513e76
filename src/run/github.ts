import { clientFor, type GitHubAccess } from "../github/client.ts";
import { openPullRequests } from "../github/pull-request.ts";
import type { RunRecord } from "../record/record.ts";
import { summaryRecord } from "../record/summary-comment.ts";
import { reviewMergeGroup } from "./merge-group.ts";
import type { GitHubRunRequest, GitHubRunResult } from "./options.ts";
import { reviewPullRequest } from "./pull-request.ts";

/** Reviews the pull request or merge group of a task, and publishes the result. By default, the summary comment is the only record. */
export async function reviewOnGitHub(
  given: GitHubRunRequest,
  signal: AbortSignal,
  record: RunRecord = summaryRecord,
): Promise<GitHubRunResult> {
  const options = { ...given, record };
  const { task } = options;
  return task.kind === "merge-group"
    ? reviewMergeGroup(task, options, signal)
    : reviewPullRequest(task, options, signal);
}

/** The open pull requests of a workflow run, found by GitHub's word on its head and never by the content of an artifact. */
export async function resolvePullRequests(
  { repo, headSha, headRepo }: { repo: string; headSha: string; headRepo: string },
  access: GitHubAccess,
  signal: AbortSignal,
): Promise<number[]> {
  const open = await openPullRequests(clientFor(access), repo, signal);
  return open.filter((pull) => pull.head.sha === headSha && pull.headRepo === headRepo).map(({ number }) => number);
}
