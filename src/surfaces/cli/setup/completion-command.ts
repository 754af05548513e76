import { ReviewError } from "../../../domain/errors.ts";
import { meant } from "../../../domain/known-names.ts";
import { exitCodes } from "../../../review/verdict/conclusion.ts";
import type { CommandInput, CommandRow } from "../command-line.ts";
import { bashCompletion } from "./completion-bash.ts";
import { fishCompletion } from "./completion-fish.ts";
import { completionTable } from "./completion-table.ts";
import { zshCompletion } from "./completion-zsh.ts";

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `completion SHELL`: prints a script for the shell, made from the table of commands. */
export function completionCommand({ words }: Pick<CommandInput, "words">, rows: readonly CommandRow[]): number {
  const [given = ""] = words;
  const script = Object.entries(scripts).find(([shell]) => shell === given)?.[1];
  const shells = Object.keys(scripts);
  if (script === undefined)
    throw new ReviewError(
      given === "" ? "completion needs the name of a shell." : `completion does not know the shell "${given}".`,
      `Choose one of ${shells.join(", ")}.${meant(given, shells)}`,
    );
  process.stdout.write(script(completionTable(rows)));
  return exitCodes.passing;
}
