import { isAmong, type Role } from "../decisions/author.ts";
import { OtherRepository } from "../domain/errors.ts";
import type { CommentGiven } from "../domain/request.ts";
import type { GitHub } from "../github/client.ts";
import { readCommitAuthors, readPermission } from "../github/people.ts";
import type { GitHubRunOptions } from "../run/options.ts";

const roles: readonly Role[] = ["write", "maintain", "admin"];

/** The role of somebody who may give commands, looked up now; null for everybody else. Whoever cannot be looked up may not. */
export async function roleOf(
  github: GitHub,
  { repo, login }: Pick<CommentGiven, "repo" | "login">,
  emit: GitHubRunOptions["emit"],
  signal: AbortSignal,
): Promise<Role | null> {
  try {
    const permission = await readPermission(github, repo, login, signal);
    return roles.find((role) => role === permission) ?? null;
  } catch (error) {
    if (signal.aborted || error instanceof OtherRepository) throw error;
    emit({ type: "note", text: `The permission of ${login} could not be looked up, so the command is refused.` });
    return null;
  }
}

/**
 * Whether somebody is an author of the change: opened the pull request, or has a commit in it. Where there are too many commits to tell, everybody
 * is taken for one.
 */
export async function isAuthor({ github, pull, given }: PullRequestContext, signal: AbortSignal): Promise<boolean> {
  if (isAmong(given.login, [pull.author])) return true;
  const authors = await readCommitAuthors(github, pull, signal);
  return authors === null || isAmong(given.login, authors);
}

/** A bot opens pull requests at somebody's word, and GitHub does not tell whose: anybody may be the author, also for commands. */
export function authorsOfBot({ pull, given }: Pick<PullRequestContext, "pull" | "given">): readonly string[] {
  return pull.isByBot === true ? [given.login] : [];
}
