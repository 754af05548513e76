import { isAmong } from "../decisions/author.ts";
import { readCommitAuthors } from "../github/people.ts";
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

/** A bot opens pull requests at somebody's word, and GitHub does not tell whose: anybody may be the author, also for commands. */
export function authorsOfBot({ pull, given }: Pick<Scene, "pull" | "given">): readonly string[] {
  return pull.isByBot === true ? [given.login] : [];
}
