import { existsSync } from "node:fs";
import { ReviewError } from "../domain/errors.ts";
import { meant } from "../domain/known-names.ts";
import { withoutCommands } from "../report/report.ts";
import { redact, visible } from "../text/text.ts";
import { exitCodes } from "../verdict/exit-code.ts";
import type { CommandContext } from "./command-line.ts";
import { readSettingsFile } from "./files.ts";

const defaultFile = ".github/pr-debate.yml";

/** `config check [FILE]`: names every mistake in a settings file with its line, and what its seats still need here. */
export async function configCommand(args: readonly string[], { env }: CommandContext): Promise<number> {
  const [verb = "", file, ...more] = args;
  const use = "Use: pr-debate config check [FILE]";
  if (verb !== "check")
    throw new ReviewError(`"config ${verb}" is not a command.`, `${meant(verb, ["check"])} ${use}`.trim());
  if (file?.startsWith("-") === true) throw new ReviewError(`config check has no option ${file}.`, use);
  if (file === "") throw new ReviewError("config check got an empty file name.", use);
  if (more.length > 0) throw new ReviewError(`config check takes one file, and got ${1 + more.length}.`, use);
  const name = file ?? defaultFile;
  // A repository need not have settings: without them the defaults apply, and the seats can still lack something.
  const isDefault = file === undefined && !existsSync(defaultFile);
  const hint = "Name the settings file: pr-debate config check FILE";
  const text = isDefault ? null : await readSettingsFile(name, name, hint);
  const { checkSettings } = await import("../main/check-settings.ts");
  const { errors, remarks } = checkSettings(text, name, env);
  const isValid = errors.length === 0;
  const verdict = isDefault ? `There is no ${name} in this folder, so the defaults apply.` : `${name} is valid.`;
  const lines = isValid ? [verdict, ...remarks] : errors;
  process.stdout.write(lines.map((line) => `${withoutCommands(visible(redact(line, [])))}\n`).join(""));
  return isValid ? exitCodes.passing : exitCodes.usage;
}
