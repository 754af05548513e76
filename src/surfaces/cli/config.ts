import { existsSync } from "node:fs";
import { ReviewError } from "../../domain/errors.ts";
import { exitCodes } from "../../review/verdict/conclusion.ts";
import { type CommandContext, type CommandInput, type CommandRow, commandRow } from "./command-line.ts";
import { printLines, readSettingsFile } from "./files.ts";

export const configCheckRow: CommandRow = commandRow({
  name: "config check",
  summary: "check a configuration file",
  about: `
Checks a configuration file and names every mistake with its line. Something that its seats need and this
environment lacks, such as a key, is a remark, not a mistake.`,
  words: [{ name: "[FILE]", about: "the file (default: .github/pr-debate.yml)" }],
  limit: { most: 1, noun: "one file" },
  options: {},
  sections: {
    "Exit code": ["0  valid, or there is no file and the defaults apply", "2  not valid or not readable"],
  },
  hint: "Use: pr-debate config check [FILE]",
  load: async () => configCheckCommand,
});

const defaultFile = ".github/pr-debate.yml";

/** `config check [FILE]`: names every mistake in a settings file and in the files beside it, and the unmet needs of its seats. */
async function configCheckCommand(
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
  const { checkMemoryAndRoles, checkSettings } = await import("../wiring/check-settings.ts");
  const { errors: wrong, remarks } = checkSettings(text, name, env);
  const errors = [...wrong, ...(await checkMemoryAndRoles(".", signal))];
  const isValid = errors.length === 0;
  const verdict = isDefault ? `There is no ${name} in this folder, so the defaults apply.` : `${name} is valid.`;
  printLines(isValid ? [verdict, ...remarks] : errors, env);
  return isValid ? exitCodes.passing : exitCodes.usage;
}
