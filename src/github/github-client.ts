import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import { type GitHub, githubClient } from "./client.ts";
import type { Credential } from "./credential.ts";

/** How a run reaches GitHub. */
export interface GitHubAccess {
  readonly github: {
    readonly token: string | Credential;
    readonly apiUrl: string;
    readonly graphqlUrl: string;
    /** GitHub's id of the repository, which stays the same when it is renamed. Absent where it is not known. */
    readonly repositoryId?: string;
    /** 0: no limit. Null or absent: the limit that GitHub's own servers ask for. */
    readonly writesPerMinute?: number | null;
  };
  readonly version: string;
  readonly emit: Emit;
}

/** A debate ends within `budget.minutes`; waiting for GitHub's limits may take this much besides. */
const patienceMs = 30 * 60_000;

/** The client of one run. */
export function clientFor({ github, version, emit }: GitHubAccess): GitHub {
  if (github.token === "")
    throw new ReviewError("There is no GitHub token.", "Set GITHUB_TOKEN, or the input github-token.");
  const end = performance.now() + patienceMs;
  const onNote = (text: string): void => emit({ type: "note", text });
  return githubClient({ ...github, version, deadlineMs: () => end - performance.now(), onNote });
}
