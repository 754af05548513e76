import { ReviewError } from "../../domain/errors.ts";
import type { Review } from "../../domain/review.ts";
import { addressesIn } from "../../github/access.ts";
import type { LocalReviewOptions } from "../../main/local-options.ts";
import type { GitHubRunRequest } from "../../run/run.ts";
import type { CommandContext } from "../command-line.ts";

/** The pull request that `--pr` names; GitHub is written to only with `publish`. */
interface ChosenPullRequest {
  readonly repo: string;
  readonly number: number;
  readonly publish: boolean;
}

type Options = LocalReviewOptions & Pick<CommandContext, "version">;

/** `--pr`: reviews a pull request on GitHub. Throws `ReviewError` without a token. */
export async function reviewOfPullRequest(
  pull: ChosenPullRequest,
  options: Options,
  signal: AbortSignal,
): Promise<Review> {
  const request = requestOf(pull, options);
  const { reviewOnGitHub } = await import("../../run/pull-request.ts");
  const { notes, isReadOnly, review } = await reviewOnGitHub(request, signal);
  const refused = "Nothing was published: GITHUB_TOKEN may not write checks on this repository.";
  for (const text of [...notes, ...(isReadOnly ? [refused] : [])]) options.emit({ type: "note", text });
  return review;
}

/** The blocking severity counts if it is stricter than that of the settings. */
function requestOf(
  { repo, number, publish }: ChosenPullRequest,
  { env, version, offline, emit, config, blockOn, effort, focus, now }: Options,
): GitHubRunRequest {
  const token = env["GITHUB_TOKEN"]?.trim() ?? "";
  if (token === "")
    throw new ReviewError(
      "GITHUB_TOKEN is not set, and --pr reads the pull request from GitHub.",
      "Set it to a token that can read the repository; with --publish, one that can write checks and pull requests.",
    );
  return {
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
    now,
  };
}
