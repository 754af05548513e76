import { readCommitAuthors } from "../github/commit-authors.ts";
import { isAmong } from "../steer/author.ts";
import type { Scene } from "./obey.ts";

/**
 * Whether somebody is an author of the change: opened the pull request, or has a commit in it. Where there are too many commits to tell, everybody
 * is taken for one.
 */
export async function isAuthor({ github, pull, given }: Scene, signal: AbortSignal): Promise<boolean> {
  if (isAmong(given.login, [pull.author])) return true;
  const authors = await readCommitAuthors(github, pull, signal);
  return authors === null || isAmong(given.login, authors);
}

/** A bot opens pull requests at somebody's word: whoever has a commit in one counts as its author, also for commands. */
export async function authorsOfBot({ github, pull, given }: Scene, signal: AbortSignal): Promise<readonly string[]> {
  if (pull.isByBot !== true) return [];
  return (await readCommitAuthors(github, pull, signal)) ?? [given.login];
}
