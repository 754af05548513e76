import { debateReports, planReports, reports } from "../../../src/report/index.ts";
import { runApp } from "../../../src/surfaces/app/app.ts";
import { type CommandRow, readInput } from "../../../src/surfaces/cli/command-line.ts";
import { commandsWith } from "../../../src/surfaces/cli/commands.ts";
import { readReviewOptions } from "../../../src/surfaces/cli/review/review-options.ts";

/** The commands as the program has them. */
export const commands = await commandsWith(
  async () => ({ review: reports, plan: planReports, debate: debateReports }),
  runApp,
)();

export function commandNamed(name: string): CommandRow {
  const row = commands.find((one) => one.name === name);
  if (row === undefined) throw new Error(`no command ${name}`);
  return row;
}

/** The options of a command line of `review`. */
export function reviewOptions(args: readonly string[]) {
  return readReviewOptions(readInput(commandNamed("review"), args));
}
