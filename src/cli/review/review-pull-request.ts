import { ReviewError } from "../../domain/errors.ts";
import type { Emit } from "../../domain/events.ts";
import type { Review } from "../../domain/review.ts";
import { addressesIn } from "../../github/access.ts";
import type { Settings } from "../../settings/settings.ts";
import type { CommandContext } from "../command-line.ts";

interface PullRequestRun {
  readonly env: CommandContext["env"];
  readonly version: string;
  readonly offline: boolean;
  readonly emit: Emit;
  readonly config: { readonly name: string; readonly text: string } | null;
  /** The blocking severity, if it is stricter than that of the settings. */
  readonly blockOn: string | null;
  readonly effort: Settings["review"]["effort"] | null;
  readonly focus: string | undefined;
}

/** `--pr`: reviews a pull request on GitHub. It writes to GitHub only with `publish`. */
export async function reviewOfPullRequest(
  { repo, number, publish }: { readonly repo: string; readonly number: number; readonly publish: boolean },
  { env, version, offline, emit, config, blockOn, effort, focus }: PullRequestRun,
  signal: AbortSignal,
): Promise<Review> {
  const token = env["GITHUB_TOKEN"]?.trim() ?? "";
  if (token === "")
    throw new ReviewError(
      "GITHUB_TOKEN is not set, and --pr reads the pull request from GitHub.",
      "Set it to a token that can read the repository; with --publish, one that can write checks and pull requests.",
    );
  const { reviewOnGitHub } = await import("../../run/github.ts");
  const result = await reviewOnGitHub(
    {
      task: { kind: "pull-request", repo, number, isExplicit: true },
      env,
      offline,
      detectsPrograms: true,
      github: { token, ...addressesIn(env) },
      configPath: ".github/pr-debate.yml",
      ...(config === null ? {} : { config }),
      tighten: {
        ...(blockOn === null ? {} : { blockOn }),
        ...(effort === null || effort === "auto" ? {} : { effort }),
      },
      ...(focus === undefined ? {} : { focus }),
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
