import { ReviewError } from "../domain/errors.ts";
import { clientFor, type GitHubAccess } from "../github/client.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { type DecidedSource, sourceOfState } from "../memory/cases.ts";
import { recognise } from "../publication/recognise.ts";
import { summaryRecord } from "../record/summary-comment.ts";

/** People's decisions on a pull request, from the summary comment that this token's user wrote. Comments of others are never read as ours. */
export async function readDecided(
  access: GitHubAccess,
  { repo, number }: { readonly repo: string; readonly number: number },
  signal: AbortSignal,
): Promise<DecidedSource> {
  const github = clientFor(access);
  const pull = await readPullRequest(github, repo, number, signal);
  const existing = recognise(await readOwnPosts(github, pull, signal));
  if (existing.state === null)
    throw new ReviewError(
      `${repo}#${number} has no summary that the user of GITHUB_TOKEN wrote.`,
      "Use the token that reviews there, such as the one of the workflow.",
    );
  const decisions = await summaryRecord.decisions(existing);
  return sourceOfState(existing.state, decisions, { repo, number });
}
