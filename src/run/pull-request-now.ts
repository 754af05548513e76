import type { OwnPosts, PullRequest } from "../domain/own-posts.ts";
import type { GitHub } from "../github/client.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readMergeBase, readPullRequest } from "../github/pull-request.ts";
import type { HeadState } from "../review/prepare.ts";
import type { Basis, Run } from "./review-now.ts";

/** Read once, when first asked for; a read that failed is tried again. */
export function postsReader(run: Pick<Run, "github" | "pull">, withChecks: boolean): NonNullable<Run["postsNow"]> {
  let read: OwnPosts | undefined;
  return async (signal) => {
    read ??= await readOwnPosts(run.github, run.pull, signal, { withThreads: false, withChecks });
    return read;
  };
}

/** Head, target branch and merge base as they are now; what cannot be read is not taken for unchanged. */
export async function standingOf(
  { github, pull, postsNow }: Run,
  { mergeBase }: Basis,
  signal: AbortSignal,
): Promise<HeadState> {
  try {
    const now = (await postsNow?.(signal))?.commits ?? (await commitsNow(github, pull, signal));
    if (now.head !== pull.head.sha) return { headCurrent: false, supersededBy: now.head };
    const isBaseMoved = now.base.ref !== pull.base.ref || now.base.sha !== pull.base.sha;
    if (!isBaseMoved) return { headCurrent: true };
    const base = await readMergeBase(github, pull.repo, now.base.sha, now.head, signal);
    if (base === mergeBase && now.base.ref === pull.base.ref) return { headCurrent: true };
    return { headCurrent: false, supersededBy: `a new base (${now.base.ref})` };
  } catch (error) {
    if (signal.aborted) throw error;
    return { headCurrent: "unknown" };
  }
}

async function commitsNow(
  github: GitHub,
  { repo, number }: PullRequest,
  signal: AbortSignal,
): Promise<NonNullable<OwnPosts["commits"]>> {
  const { base, head } = await readPullRequest(github, repo, number, signal);
  return { base, head: head.sha };
}
