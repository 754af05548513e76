import type { GitHubRunOptions, GitHubRunResult } from "../domain/run.ts";
import { readPermission } from "../github/permissions.ts";
import { openPullRequests } from "../github/pull-request.ts";
import { react, reply } from "../github/reactions.ts";
import { clientFor } from "./github-client.ts";
import { reviewMergeGroup } from "./merge-group.ts";
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

/** Whether a person may give commands: write or more, looked up now. Whoever cannot be looked up may not. */
export async function mayCommand(
  { repo, login }: { repo: string; login: string },
  access: Access,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const permission = await readPermission(clientFor(access), repo, login, signal);
    return ["write", "maintain", "admin"].includes(permission);
  } catch (error) {
    if (signal.aborted) throw error;
    access.emit({
      type: "note",
      text: `The permission of ${login} could not be looked up, so the command is refused.`,
    });
    return false;
  }
}

/** A sign on the comment that gave a command, and a sentence where one is needed. That they cannot be left stops nothing. */
export async function answerCommand(
  answer: { repo: string; number: number; comment: number; reaction: "eyes" | "-1" | "+1" | null; text: string | null },
  access: Access,
  signal: AbortSignal,
): Promise<void> {
  const github = clientFor(access);
  const { repo, number, comment, reaction, text } = answer;
  try {
    if (reaction !== null) await react(github, repo, comment, reaction, signal);
    if (text !== null) await reply(github, repo, number, text, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    access.emit({ type: "note", text: "The comment could not be answered: the token may not write to it." });
  }
}
