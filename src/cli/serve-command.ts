import { runApp } from "../app.ts";
import { ReviewError } from "../domain/errors.ts";
import { type CommandContext, exitCodes } from "./command.ts";

/** `serve`: the GitHub App, until Ctrl+C or SIGTERM, which is how it ends well. */
export async function serveCommand(args: readonly string[], { version, signal }: CommandContext): Promise<number> {
  if (args.length > 0)
    throw new ReviewError(
      `"serve ${args.join(" ")}" is not a command.`,
      "Use: pr-debate serve, with settings in the environment.",
    );
  await runApp(version, signal);
  return exitCodes.passing;
}
