import { appendFile, mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../domain/errors.ts";
import type { Plan } from "../domain/plan.ts";
import { severities } from "../domain/severity.ts";
import { planReports, reports } from "../report/index.ts";
import { ranked } from "../report/view.ts";
import type { GitHubRunResult } from "../run/options.ts";
import { cutCharacters, plain, redact, visible } from "../text/text.ts";
import { annotation } from "./commands.ts";

export interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly reportDir: string;
  readonly version: string;
  readonly secrets: readonly string[];
}

/** GitHub drops a job summary over 1 MiB without failing the step. */
const longestSummary = 1_000_000;

/** Reports, outputs and the job summary of a run. That one cannot be written is said and does not change the result. */
export async function keepResult(result: GitHubRunResult, place: Place): Promise<void> {
  const { version, secrets } = place;
  const written = (report: typeof reports.markdown): string => report(result.review, { version, secrets });
  const stem = `review-${result.pull ?? "group"}-${timeIn(result.review)}`;
  const paths = await writeReports(stem, place, [
    ["report-markdown", "md", written(reports.markdown)],
    ["report-json", "json", written(reports.json)],
    ["report-sarif", "sarif", written(reports.sarif)],
  ]);
  await append(place.env["GITHUB_OUTPUT"], outputLines({ ...outputsOf(result), ...paths }));
  await append(
    place.env["GITHUB_STEP_SUMMARY"],
    reports.markdown(result.review, { version, secrets, limit: longestSummary }),
  );
}

/** The same of a plan. */
export async function keepPlan(plan: Plan, place: Place): Promise<void> {
  const { version, secrets, env } = place;
  const paths = await writeReports(`plan-${timeIn(plan)}`, place, [
    ["report-markdown", "md", planReports.markdown(plan, { version, secrets })],
    ["report-json", "json", planReports.json(plan, { version, secrets })],
  ]);
  await append(env["GITHUB_OUTPUT"], outputLines(paths));
  await append(env["GITHUB_STEP_SUMMARY"], planReports.markdown(plan, { version, secrets, limit: longestSummary }));
}

function outputLines(outputs: Readonly<Record<string, string>>): string {
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

function timeIn({ finishedAt }: { readonly finishedAt: string }): string {
  return finishedAt.replaceAll(/[:.]/g, "-");
}

/** Enumerated and numeric values only: free text in this file could add outputs of its own (H81). */
function outputsOf({ review, conclusion, checkRunId, reviewId }: GitHubRunResult): Record<string, string> {
  const counts = severities.map((name) => [
    name.toLowerCase(),
    review.findings.filter((one) => one.severity === name).length,
  ]);
  return {
    result: review.result,
    conclusion,
    ...Object.fromEntries(counts.map(([name, count]) => [name, String(count)])),
    confidence: review.confidence === null ? "" : String(review.confidence),
    "cost-usd": review.usage.costUsd === null ? "" : String(review.usage.costUsd),
    "check-run-id": checkRunId === null ? "" : String(checkRunId),
    "review-id": reviewId === null ? "" : String(reviewId),
  };
}

/** Where nothing can be written to the pull request, its findings stand in the log: ten errors and ten warnings are shown by GitHub. */
export function logAnnotations({ review }: GitHubRunResult): string {
  const shown = { P0: "error", P1: "warning", P2: "notice" } as const;
  return ranked(review.findings)
    .filter(({ severity }, index, all) => all.slice(0, index).filter((one) => one.severity === severity).length < 10)
    .map(({ severity, title, detail, path, line, side }) => {
      const place = line === null || side === "LEFT" ? { file: path } : { file: path, line };
      return annotation(shown[severity], cutCharacters(visible(detail), 4_000), {
        title: plain(`${severity}: ${title}`),
        ...place,
      });
    })
    .join("");
}

/** Names from the number and the time alone: no branch, title or path has a say in them. */
async function writeReports(
  stem: string,
  { env, reportDir }: Place,
  formats: readonly (readonly [output: string, ending: string, text: string])[],
): Promise<Record<string, string>> {
  const folder = join(env["GITHUB_WORKSPACE"] ?? process.cwd(), reportDir);
  try {
    await mkdir(folder, { recursive: true });
    // A checkout of the head can hold a link by this name.
    const [real, workspace] = await Promise.all([realpath(folder), realpath(env["GITHUB_WORKSPACE"] ?? process.cwd())]);
    if (!`${real}/`.startsWith(`${workspace}/`)) throw new Error(`${reportDir} leads out of the workspace`);
    for (const [, ending, text] of formats) await writeFile(join(folder, `${stem}.${ending}`), text, { flag: "wx" });
    return Object.fromEntries(formats.map(([name, ending]) => [name, `${reportDir}/${stem}.${ending}`]));
  } catch (error) {
    process.stdout.write(
      annotation("warning", `The reports could not be written: ${plain(redact(messageOf(error), []))}`, {
        title: "PR Debate",
      }),
    );
    return {};
  }
}

async function append(file: string | undefined, text: string): Promise<void> {
  if (file === undefined || file === "") return;
  await appendFile(file, text);
}
