import type { GitHubRunOptions } from "../domain/run.ts";
import { clientFor } from "../github/client.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { recognise } from "../publication/recognise.ts";
import { decisionsOn } from "./look-again.ts";
import { openRun } from "./open-run.ts";
import { recompute } from "./recompute.ts";

/** Publishes what people decided while a review was ending: the same as for a command, only that nobody waits for an answer. */
export async function settle(options: GitHubRunOptions, signal: AbortSignal): Promise<void> {
  const { task, memory } = options;
  if (task.kind !== "pull-request") return;
  const github = clientFor(options);
  const pull = await readPullRequest(github, task.repo, task.number, signal);
  const posts = recognise(await readOwnPosts(github, pull, signal));
  const existing = { ...posts, state: (await memory?.stateOf(task.number)) ?? posts.state };
  const decisions = await decisionsOn({ options, existing });
  const opened = await openRun(options, { github, pull, existing, decisions }, signal);
  await recompute(opened, [], signal);
}
