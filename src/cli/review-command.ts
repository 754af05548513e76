import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { causedBy } from "../domain/errors.ts";
import type { Conclusion, Review } from "../domain/review.ts";
import { estimateText } from "../report/estimate.ts";
import { reports } from "../report/index.ts";
import { type CommandContext, exitCodes } from "./command.ts";
import { keepReports } from "./keep-reports.ts";
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
  const config = options.config === undefined ? null : { name: options.config, text: await readConfig(options.config) };
  const progress = progressTo(process.stderr);
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
    await deliver(estimateText(await estimateLocally(request, signal).finally(progress.end)), out);
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
  if (!options["no-report"]) await keepReports(directory, review, version);
  const width = process.stdout.columns ?? 100;
  await deliver(reports[format](review, { version, colour: hasColour(out, env), width }), out);
  return exitCodeOf(review);
}

async function readConfig(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw causedBy(error, `--config ${file} cannot be read`, "Name a readable YAML file.");
  }
}

async function deliver(report: string, file: string | undefined): Promise<void> {
  if (file === undefined) return print(report);
  try {
    await writeFile(file, report);
  } catch (error) {
    throw causedBy(error, `--out ${file} cannot be written`, "Name a file in a folder that exists.");
  }
}

/** Resolves when the report is out. A reader that stops early, as `head` does, has what it wanted: the exit code stays the review's. */
function print(report: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") resolve();
      else reject(causedBy(error, "The report cannot be written to stdout", "Write it to a file with --out FILE."));
    });
    process.stdout.write(report, (error) => (error ? undefined : resolve()));
  });
}

function hasColour(out: string | undefined, env: CommandContext["env"]): boolean {
  return out === undefined && process.stdout.hasColors?.() === true && env["NO_COLOR"] === undefined;
}

const passing: readonly Conclusion[] = ["success", "neutral", "skipped"];

function exitCodeOf({ conclusion, result }: Review): number {
  if (passing.includes(conclusion)) return exitCodes.passing;
  return result === "blocked" ? exitCodes.blocked : exitCodes.inconclusive;
}
