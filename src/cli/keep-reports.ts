import { constants } from "node:fs";
import { lstat, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../domain/errors.ts";
import type { Plan } from "../domain/plan.ts";
import type { Review } from "../domain/review.ts";
import { planReports, reports } from "../report/index.ts";
import type { ReportOptions } from "../report/report.ts";

/** A result as it is kept: what it is, when it was finished, and its two forms. */
interface Kept {
  readonly kind: "review" | "plan";
  readonly finishedAt: string;
  readonly markdown: string;
  readonly json: string;
}

export function keptReview(review: Review, options: ReportOptions): Kept {
  const { kind, finishedAt } = review;
  return { kind, finishedAt, markdown: reports.markdown(review, options), json: reports.json(review, options) };
}

export function keptPlan(plan: Plan, options: ReportOptions): Kept {
  const { kind, finishedAt } = plan;
  return {
    kind,
    finishedAt,
    markdown: planReports.markdown(plan, options),
    json: planReports.json(plan, options),
  };
}

/**
 * Keeps a result as Markdown and JSON in `.debate/` of a folder, and says so on stderr; that it cannot be kept is no fault of the result.
 * The folder ignores itself, so that a kept report is not an untracked file of the next review.
 */
export async function keepReports(
  directory: string,
  { kind, finishedAt, markdown, json }: Kept,
  { quiet }: { readonly quiet: boolean },
): Promise<void> {
  const folder = join(directory, ".debate");
  const name = `${kind}-${finishedAt.replaceAll(/[:.]/g, "-")}`;
  try {
    await mkdir(folder, { recursive: true });
    if ((await lstat(folder)).isSymbolicLink()) throw new Error("it is a link, which may lead out of the repository");
    await write(join(folder, ".gitignore"), "*\n");
    await write(join(folder, `${name}.md`), markdown);
    await write(join(folder, `${name}.json`), json);
    if (!quiet) process.stderr.write(`Kept as .debate/${name}.md and .json\n`);
  } catch (error) {
    process.stderr.write(`The report could not be kept in .debate: ${messageOf(error)}\n`);
  }
}

/** A repository can hold a link by any of these names; following it would overwrite a file of whoever runs the review. */
async function write(file: string, text: string): Promise<void> {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
  const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}
