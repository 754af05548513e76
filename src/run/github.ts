import { roleOf } from "../commands/context.ts";
import { clientFor } from "../github/client.ts";
import { openPullRequests } from "../github/pull-request.ts";
import { reviewMergeGroup } from "./merge-group.ts";
import type { GitHubRunOptions, GitHubRunResult } from "./options.ts";
import { reviewPullRequest } from "./pull-request.ts";

type Access = Pick<GitHubRunOptions, "github" | "version" | "emit">;

/** Reviews what an event is about, and publishes it where it belongs. */
export async function reviewOnGitHub(options: GitHubRunOptions, signal: AbortSignal): Promise<GitHubRunResult> {
  const { task } = options;
  return task.kind === "merge-group"
    ? reviewMergeGroup(task, options, signal)
    : reviewPullRequest(task, options, signal);
}

/** The open pull requests of a workflow run, by what GitHub itself says of its head; never by what an artifact says. */
export async function resolvePullRequests(
  { repo, headSha, headRepo }: { repo: string; headSha: string; headRepo: string },
  access: Access,
  signal: AbortSignal,
): Promise<number[]> {
  const open = await openPullRequests(clientFor(access), repo, signal);
  return open.filter((pull) => pull.head.sha === headSha && pull.headRepo === headRepo).map(({ number }) => number);
}

/** Whether a person may give commands: write or more, looked up now. */
export async function mayCommand(
  who: { repo: string; login: string },
  access: Access,
  signal: AbortSignal,
): Promise<boolean> {
  return (await roleOf(clientFor(access), who, access.emit, signal)) !== null;
}
