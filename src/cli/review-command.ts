import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Conclusion, Review } from "../domain/review.ts";
import { estimateText } from "../report/estimate.ts";
import { reports } from "../report/index.ts";
import { redact, secretsIn, visible } from "../text/text.ts";
import { exitCodes } from "../verdict/exit-code.ts";
import type { CommandContext } from "./command-line.ts";
import { checkOut, deliver, hasColour, keepReports, keptReview, readConfig, widthOf } from "./files.ts";
import { progressTo } from "./progress.ts";
import { readReviewOptions } from "./review-options.ts";

/** `review`: prints the report on stdout, keeps it in `.debate/`, and answers with the exit code of the conclusion. */
export async function reviewCommand(
  args: readonly string[],
  { version, env, signal }: CommandContext,
): Promise<number> {
  const options = readReviewOptions(args);
  const { pull, change, format, out, blockOn, offline = false, quiet = false } = options;
  await checkOut(out);
  const directory = resolve(options.repo ?? ".");
  const baseline = options["write-baseline"];
  if (baseline !== undefined) await (await import("../panel/write-baseline.ts")).checkBaseline(directory, baseline);
  const config = await readConfig(options.config);
  const secrets = secretsIn(env);
  const progress = progressTo(process.stderr, { secrets, quiet });
  const emit = progress.show;
  const { reviewLocally, estimateLocally } = await import("../main/review-locally.ts");
  const now = (): Date => new Date();
  const request = { directory, env, change, stdin: process.stdin, config, offline, blockOn, emit, now };
  if (options.estimate) {
    const forecast = await estimateLocally(request, signal).finally(progress.end);
    await deliver(redact(estimateText(forecast), secrets), { file: out, quiet });
    return exitCodes.passing;
  }
  const review = await (pull === null
    ? reviewLocally(request, signal)
    : reviewOfPullRequest(pull, { env, version, offline, emit, config, blockOn }, signal)
  ).finally(progress.end);
  // An interruption during the last computation is heard only now; it must not end in a report.
  await nextTurn();
  signal.throwIfAborted();
  if (!options["no-report"]) await keepReports(directory, keptReview(review, { version, secrets }), { quiet });
  if (baseline !== undefined) await keepBaseline(review, directory, baseline);
  const look = { version, colour: hasColour(out, env), width: widthOf(process.stdout), secrets };
  await deliver(reports[format](review, look), { file: out, quiet });
  return exitCodeOf(review);
}

async function keepBaseline(review: Review, directory: string, file: string): Promise<void> {
  const { writeBaseline } = await import("../panel/write-baseline.ts");
  const { known, added, withoutReason } = await writeBaseline(review, directory, file);
  const lines = [
    `${file} knows ${known} ${known === 1 ? "finding" : "findings"}, ${added} of them new. It counts once it is on the base branch.`,
    ...(withoutReason === 0
      ? []
      : [`A secret at P0 is silenced only with a "reason" in the file: ${withoutReason} of them have none yet.`]),
  ];
  process.stderr.write(lines.map((line) => `pr-debate: ${visible(line)}\n`).join(""));
}

const passing: readonly Conclusion[] = ["success", "neutral", "skipped"];

function exitCodeOf({ conclusion, result }: Review): number {
  if (passing.includes(conclusion)) return exitCodes.passing;
  return result === "blocked" ? exitCodes.blocked : exitCodes.inconclusive;
}

interface PullRequestRun {
  readonly env: CommandContext["env"];
  readonly version: string;
  readonly offline: boolean;
  readonly emit: Emit;
  readonly config: { readonly name: string; readonly text: string } | null;
  /** What blocks, where that is stricter than the settings. */
  readonly blockOn: string | null;
}

const defaultApi = "https://api.github.com";

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
  const apiUrl = (env["GITHUB_API_URL"] ?? defaultApi).replace(/\/+$/, "");
  if (!/^https?:\/\//.test(apiUrl) || !URL.canParse(apiUrl))
    throw new ReviewError(`GITHUB_API_URL is "${apiUrl}".`, `Give a web address, such as ${defaultApi}, or unset it.`);
  const result = await reviewOnGitHub(
    {
      task: { kind: "pull-request", repo, number, isExplicit: true },
      env,
      offline,
      detectsPrograms: true,
      github: { token, apiUrl, graphqlUrl: env["GITHUB_GRAPHQL_URL"] ?? graphqlUrlOf(apiUrl) },
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

/** GitHub Enterprise Server serves REST under /api/v3 and GraphQL under /api/graphql. */
function graphqlUrlOf(apiUrl: string): string {
  return apiUrl.endsWith("/api/v3") ? `${apiUrl.slice(0, -"/v3".length)}/graphql` : `${apiUrl}/graphql`;
}
