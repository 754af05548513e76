import { constants } from "node:fs";
import { access, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { causedBy, messageOf } from "../domain/errors.ts";
import type { CommandContext } from "./command.ts";
import { readSettingsFile } from "./settings-file.ts";

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
