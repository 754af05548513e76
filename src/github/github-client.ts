import { ReviewError } from "../domain/errors.ts";
import type { GitHubRunOptions } from "../domain/run.ts";
import { type GitHub, githubClient } from "./client.ts";

/** A debate ends within `budget.minutes`; waiting for GitHub's limits may take this much besides. */
const patienceMs = 30 * 60_000;

/** The client of one run. */
export function clientFor({ github, version, emit }: Pick<GitHubRunOptions, "github" | "version" | "emit">): GitHub {
  if (github.token === "")
    throw new ReviewError("There is no GitHub token.", "Set GITHUB_TOKEN, or the input github-token.");
  const end = performance.now() + patienceMs;
  const onNote = (text: string): void => emit({ type: "note", text });
  return githubClient({ ...github, version, deadlineMs: () => end - performance.now(), onNote });
}
