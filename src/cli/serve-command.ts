import { runApp } from "../app/app.ts";
import { ReviewError } from "../domain/errors.ts";
import { exitCodes } from "../verdict/exit-code.ts";
import type { CommandContext } from "./command-line.ts";

/** `serve`: the GitHub App, until Ctrl+C or SIGTERM, which is how it ends well. */
export async function serveCommand(args: readonly string[], { version, signal }: CommandContext): Promise<number> {
  if (args.length > 0)
    throw new ReviewError(
      `serve takes no options and no words, and got "${args.join(" ")}".`,
      "It is set by environment variables, such as PORT=8080 pr-debate serve. See pr-debate serve --help.",
    );
  try {
    await runApp(version, signal);
  } catch (error) {
    // Once the sentence is printed nothing that a part left open may keep the process alive, least of all a store that is lost.
    setImmediate(() => process.exit());
    throw error;
  }
  return exitCodes.passing;
}
