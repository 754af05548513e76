import { existsSync } from "node:fs";
import { ReviewError } from "../domain/errors.ts";
import { withoutCommands } from "../report/report.ts";
import { redact } from "../text/redact.ts";
import { visible } from "../text/text.ts";
import { exitCodes } from "../verdict/conclusion.ts";
import type { CommandContext, CommandInput } from "./command-line.ts";
import { readSettingsFile } from "./files.ts";

const defaultFile = ".github/pr-debate.yml";

/** `config check [FILE]`: names every mistake in a settings file and in the files beside it, and the unmet needs of its seats. */
export async function configCheckCommand(
  { words, literals }: Pick<CommandInput, "words" | "literals">,
  { env, signal }: CommandContext,
): Promise<number> {
  const [file] = [...words, ...literals];
  if (file === "") throw new ReviewError("config check got an empty file name.", "Use: pr-debate config check [FILE]");
  const name = file ?? defaultFile;
  // A repository without settings has the defaults, and its seats can still lack a key.
  const isDefault = file === undefined && !existsSync(defaultFile);
  const hint = "Name the settings file: pr-debate config check FILE";
  const text = isDefault ? null : await readSettingsFile(name, name, hint);
  const { checkSettings } = await import("../main/check-settings.ts");
  const { checkMemoryAndRoles } = await import("../main/setup/check-decided.ts");
  const { errors: wrong, remarks } = checkSettings(text, name, env);
  const errors = [...wrong, ...(await checkMemoryAndRoles(".", signal))];
  const isValid = errors.length === 0;
  const verdict = isDefault ? `There is no ${name} in this folder, so the defaults apply.` : `${name} is valid.`;
  const lines = isValid ? [verdict, ...remarks] : errors;
  process.stdout.write(lines.map((line) => `${withoutCommands(visible(redact(line, [])))}\n`).join(""));
  return isValid ? exitCodes.passing : exitCodes.usage;
}
