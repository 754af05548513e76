import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Review } from "../domain/review.ts";
import { addressesIn } from "../github/addresses.ts";
import type { CommandContext } from "./command.ts";

interface PullRequestRun {
  readonly env: CommandContext["env"];
  readonly version: string;
  readonly offline: boolean;
  readonly emit: Emit;
  readonly config: { readonly name: string; readonly text: string } | null;
  /** What blocks, where that is stricter than the settings. */
  readonly blockOn: string | null;
}

/** `--pr`: reviews a pull request from here. Nothing is written to GitHub unless `publish` says so. */
export async function reviewOfPullRequest(
  { repo, number, publish }: { readonly repo: string; readonly number: number; readonly publish: boolean },
  { env, version, offline, emit, config, blockOn }: PullRequestRun,
  signal: AbortSignal,
): Promise<Review> {
  const token = env["GITHUB_TOKEN"]?.trim() ?? "";
  if (token === "")
    throw new ReviewError(
      "GITHUB_TOKEN is not set, and --pr reads the pull request from GitHub.",
      "Set it to a token that can read the repository; with --publish, one that can write checks and pull requests.",
    );
  const { reviewOnGitHub } = await import("../run/github.ts");
  const result = await reviewOnGitHub(
    {
      task: { kind: "pull-request", repo, number, isExplicit: true },
      env,
      offline,
      detectsPrograms: true,
      github: { token, ...addressesIn(env) },
      configPath: ".github/pr-debate.yml",
      ...(config === null ? {} : { config }),
      tighten: blockOn === null ? {} : { blockOn },
      version,
      runUrl: null,
      publish,
      emit,
      now: () => new Date(),
    },
    signal,
  );
  for (const text of result.notes) emit({ type: "note", text });
  if (result.isReadOnly)
    emit({ type: "note", text: "Nothing was published: GITHUB_TOKEN may not write checks on this repository." });
  return result.review;
}
