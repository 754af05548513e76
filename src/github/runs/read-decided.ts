import { ReviewError } from "../../domain/errors.ts";
import { type DecidedSource, sourceOfState } from "../../record/memory/cases.ts";
import { clientFor, type GitHubAccess } from "../client/client.ts";
import { readOwnPosts } from "../client/own-posts.ts";
import { readPullRequest } from "../client/pull-request.ts";
import { recognise } from "../publication/recognise.ts";
import { summaryRecord } from "../state/summary-comment.ts";

interface Pull {
  readonly repo: string;
  readonly number: number;
  /** Who reviews there. Undefined: the user of the token. */
  readonly reviewer: string | undefined;
}

/**
 * People's decisions on a pull request, from the summary comment of its reviewer, which only the reviewer edited. Comments of others are never
 * read as ours.
 */
export async function readDecided(
  access: GitHubAccess,
  { repo, number, reviewer: author }: Pull,
  signal: AbortSignal,
): Promise<DecidedSource> {
  const github = clientFor(access);
  const pull = await readPullRequest(github, repo, number, signal);
  const existing = recognise(await readOwnPosts(github, pull, signal, { author }));
  if (existing.state === null)
    throw new ReviewError(
      `${repo}#${number} has no summary that ${author ?? "the user of GITHUB_TOKEN"} wrote and no other user edited.`,
      "Name who reviews there, such as --reviewer 'github-actions[bot]', or use the token that reviews there.",
    );
  const decisions = await summaryRecord.decisions(existing);
  return sourceOfState(existing.state, decisions, { repo, number });
}
