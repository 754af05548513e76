import { readFile } from "node:fs/promises";
import { causedBy, ReviewError } from "../domain/errors.ts";
import { withoutCommands } from "../report/commands.ts";
import { parseSettings } from "../settings.ts";
import { redact, visible } from "../text.ts";
import { exitCodes } from "./command.ts";

const defaultFile = ".github/pr-debate.yml";

/** `config check [FILE]`: names every mistake in a settings file with its line. */
export async function configCommand(args: readonly string[]): Promise<number> {
  const [verb, file = defaultFile, ...more] = args;
  if (verb !== "check" || more.length > 0) {
    throw new ReviewError(`"config ${args.join(" ")}" is not a command.`, "Use: pr-debate config check [FILE]");
  }
  const result = parseSettings(await read(file), { source: file });
  const lines = result.ok ? [`${file} is valid.`, ...result.notes] : result.errors;
  process.stdout.write(lines.map((line) => `${withoutCommands(visible(redact(line, [])))}\n`).join(""));
  return result.ok ? exitCodes.passing : exitCodes.usage;
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw causedBy(error, `${file} cannot be read`, "Name the settings file: pr-debate config check FILE");
  }
}
