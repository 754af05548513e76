import { constants, createReadStream } from "node:fs";
import { access, lstat, mkdir, open, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { causedBy, messageOf } from "../domain/errors.ts";
import type { Plan } from "../domain/plan.ts";
import type { Review } from "../domain/review.ts";
import { planReports, reports } from "../report/index.ts";
import type { ReportOptions } from "../report/report.ts";
import type { CommandContext } from "./command-line.ts";

/** The text of `--config`, with the name to show; null without one. */
export async function readConfig(file: string | undefined): Promise<{ name: string; text: string } | null> {
  if (file === undefined) return null;
  return { name: file, text: await readSettingsFile(file, `--config ${file}`, "Name a readable YAML file.") };
}

/** Throws where `--out` could not be written. It runs before anything is asked or paid, and leaves no file behind. */
export async function checkOut(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const hint = "Name a file in a folder that exists and that you may write to.";
  try {
    if (file === "") throw new Error("it has no name");
    const there = await stat(file).catch(() => null);
    if (there?.isDirectory()) throw new Error("it is a folder");
    if (there === null && !(await stat(dirname(file))).isDirectory()) throw new Error("its folder is a file");
    await access(there === null ? dirname(file) : file, constants.W_OK);
  } catch (error) {
    throw causedBy(new Error(reasonOf(error), { cause: error }), `--out ${file} cannot be written`, hint);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder is a file",
  EACCES: "this user may not write there",
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? messageOf(error);
}

/** To `--out`, and then one line on stderr says so; or to stdout. */
export async function deliver(
  report: string,
  { file, quiet = false }: { readonly file: string | undefined; readonly quiet?: boolean },
): Promise<void> {
  if (file === undefined) return print(report);
  try {
    await writeFile(file, report);
  } catch (error) {
    throw causedBy(error, `--out ${file} cannot be written`, "Name a file in a folder that exists.");
  }
  if (!quiet) process.stderr.write(`The report was written to ${file}\n`);
}

/** Resolves when the report is out. A reader that stops early, as `head` does, has what it wanted: the exit code stays as it is. */
function print(report: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") resolve();
      else reject(causedBy(error, "The report cannot be written to stdout", "Write it to a file with --out FILE."));
    });
    process.stdout.write(report, (error) => (error ? undefined : resolve()));
  });
}

export function hasColour(out: string | undefined, env: CommandContext["env"]): boolean {
  return out === undefined && process.stdout.hasColors?.() === true && env["NO_COLOR"] === undefined;
}

const usualWidth = 80;

/** Columns of a terminal, or the usual number where the output goes elsewhere. */
export function widthOf({ columns }: { readonly columns?: number }): number {
  return columns ?? usualWidth;
}

/** Far above what settings may have; a device or a wrong file is not read to its end. */
const mostBytes = 1024 * 1024;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};

/** The text of a settings file that the command line names. `what` is how a message calls it. */
export async function readSettingsFile(file: string, what: string, hint: string): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(file, { end: mostBytes - 1 })) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = Object.hasOwn(reasons, code) ? new Error(reasons[code], { cause: error }) : error;
    throw causedBy(reason, `${what} cannot be read`, hint);
  }
}

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
