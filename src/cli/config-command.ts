import { ReviewError } from "../domain/errors.ts";
import { withoutCommands } from "../report/commands.ts";
import { redact, visible } from "../text.ts";
import { type CommandContext, exitCodes } from "./command.ts";
import { readSettingsFile } from "./settings-file.ts";

const defaultFile = ".github/pr-debate.yml";

/** `config check [FILE]`: names every mistake in a settings file with its line, and what its seats still need here. */
export async function configCommand(args: readonly string[], { env }: CommandContext): Promise<number> {
  const [verb, file = defaultFile, ...more] = args;
  if (verb !== "check" || more.length > 0) {
    throw new ReviewError(`"config ${args.join(" ")}" is not a command.`, "Use: pr-debate config check [FILE]");
  }
  const text = await readSettingsFile(file, file, "Name the settings file: pr-debate config check FILE");
  const { checkSettings } = await import("../wire/check-settings.ts");
  const { errors, remarks } = checkSettings(text, file, env);
  const isValid = errors.length === 0;
  const lines = isValid ? [`${file} is valid.`, ...remarks] : errors;
  process.stdout.write(lines.map((line) => `${withoutCommands(visible(redact(line, [])))}\n`).join(""));
  return isValid ? exitCodes.passing : exitCodes.usage;
}
