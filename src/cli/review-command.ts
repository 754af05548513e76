import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Conclusion, Review } from "../domain/review.ts";
import { estimateText } from "../report/estimate.ts";
import { reports } from "../report/index.ts";
import { redact, secretsIn, visible } from "../text.ts";
import { type CommandContext, exitCodes } from "./command.ts";
import { deliver, hasColour, readConfig } from "./deliver.ts";
import { keepReports, keptReview } from "./keep-reports.ts";
import { progressTo } from "./progress.ts";
import { reviewOfPullRequest } from "./pull-request.ts";
import { readOptions } from "./review-options.ts";

/** `review`: prints the report on stdout, keeps it in `.debate/`, and answers with the exit code of the conclusion. */
export async function reviewCommand(
  args: readonly string[],
  { version, env, signal }: CommandContext,
): Promise<number> {
  const options = readOptions(args);
  const directory = resolve(options.repo ?? ".");
  const config = await readConfig(options.config);
  const secrets = secretsIn(env);
  const progress = progressTo(process.stderr, secrets);
  const { change, format, out, offline = false } = options;
  const { reviewLocally, estimateLocally } = await import("../wire.ts");
  const request = {
    directory,
    env,
    change,
    stdin: process.stdin,
    config,
    offline,
    emit: progress.show,
    now: () => new Date(),
  };
  if (options.estimate) {
    const forecast = await estimateLocally(request, signal).finally(progress.end);
    await deliver(redact(estimateText(forecast), secrets), out);
    return exitCodes.passing;
  }
  const { pull } = options;
  const review = await (pull === null
    ? reviewLocally(request, signal)
    : reviewOfPullRequest(pull, { env, version, offline, emit: progress.show, config }, signal)
  ).finally(progress.end);
  // An interruption during the last computation is heard only now; it must not end in a report.
  await nextTurn();
  signal.throwIfAborted();
  if (!options["no-report"]) await keepReports(directory, keptReview(review, { version, secrets }));
  const baseline = options["write-baseline"];
  if (baseline !== undefined) await keepBaseline(review, directory, baseline);
  const width = process.stdout.columns ?? 100;
  await deliver(reports[format](review, { version, colour: hasColour(out, env), width, secrets }), out);
  return exitCodeOf(review);
}

async function keepBaseline(review: Review, directory: string, file: string): Promise<void> {
  const { writeBaseline } = await import("../wire/write-baseline.ts");
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
