import { writeFile } from "node:fs/promises";
import { causedBy } from "../domain/errors.ts";
import type { CommandContext } from "./command.ts";
import { readSettingsFile } from "./settings-file.ts";

/** The text of `--config`, with the name to show; null without one. */
export async function readConfig(file: string | undefined): Promise<{ name: string; text: string } | null> {
  if (file === undefined) return null;
  return { name: file, text: await readSettingsFile(file, `--config ${file}`, "Name a readable YAML file.") };
}

/** To `--out`, or to stdout. */
export async function deliver(report: string, file: string | undefined): Promise<void> {
  if (file === undefined) return print(report);
  try {
    await writeFile(file, report);
  } catch (error) {
    throw causedBy(error, `--out ${file} cannot be written`, "Name a file in a folder that exists.");
  }
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
