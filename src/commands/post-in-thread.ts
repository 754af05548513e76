import type { OwnThread } from "../domain/own-posts.ts";
import { resolveThreads } from "../github/resolve-threads.ts";
import type { Run } from "../run/review-now.ts";

/** A reply in a thread of ours, once; false where it could not be written. The thread stays as it is, resolved or not. */
export async function postInThread(
  { github, pull }: Pick<Run, "github" | "pull">,
  { thread, ownReplies }: Pick<OwnThread, "thread" | "ownReplies">,
  reply: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (ownReplies.includes(reply)) return true;
  return (await resolveThreads(github, pull, [{ thread, reply, end: "leave" }], signal)) === null;
}
