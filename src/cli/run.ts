import { messageOf, ReviewError } from "../domain/errors.ts";
import { withoutCommands } from "../report/commands.ts";
import { redact, secretsIn, visible } from "../text.ts";
import { type Command, type CommandContext, exitCodes } from "./command.ts";
import { helpFor, mainHelp } from "./help.ts";

/** Each command loads its own code, so that help and usage errors stay instant. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  review: async () => (await import("./review-command.ts")).reviewCommand,
  plan: async () => (await import("./plan-command.ts")).planCommand,
  serve: async () => (await import("./serve-command.ts")).serveCommand,
  config: async () => (await import("./config-command.ts")).configCommand,
};

/** Runs one command line and returns the process's exit code. Nothing but a report or help goes to stdout. */
export async function run(args: readonly string[], version: string, env: CommandContext["env"]): Promise<number> {
  // Nobody may be reading the progress any more (`2>&1 | head`); the exit code must still be the review's.
  process.stderr.on("error", () => undefined);
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(mainHelp(version));
    return name === undefined ? exitCodes.usage : exitCodes.passing;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined)
    return fail(`Unknown command "${name}".`, `Commands: ${Object.keys(commands).join(", ")}. See pr-debate --help.`);
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(helpFor(name));
    return exitCodes.passing;
  }
  return guarded(await load(), rest, version, env);
}

/** Ctrl+C stops the work and concludes nothing: an interrupted review must not look like a passing one. */
async function guarded(
  command: Command,
  args: readonly string[],
  version: string,
  env: CommandContext["env"],
): Promise<number> {
  const interruption = new AbortController();
  // A second one does not wait. The listener stays: where none is left, a library that also listens ends the process at once.
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort(new Error("interrupted"));
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await command(args, { version, env, signal: interruption.signal });
  } catch (error) {
    if (interruption.signal.aborted) {
      process.stderr.write("pr-debate: interrupted. Nothing was concluded and no report was written.\n");
      return exitCodes.interrupted;
    }
    const clean = (text: string): string => redact(text, secretsIn(env));
    if (error instanceof ReviewError) return fail(clean(error.message), clean(error.hint));
    const why = withoutCommands(visible(clean(messageOf(error))));
    process.stderr.write(`pr-debate: stopped by a fault of its own: ${why}\n`);
    if (env["LOG_LEVEL"] === "debug" && error instanceof Error)
      process.stderr.write(`${withoutCommands(visible(clean(error.stack ?? "")))}\n`);
    else process.stderr.write("  Nothing was concluded. LOG_LEVEL=debug shows where; please report it.\n");
    return exitCodes.inconclusive;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

function fail(message: string, hint: string): number {
  process.stderr.write(withoutCommands(`pr-debate: ${visible(message)}\n  ${visible(hint)}\n`));
  return exitCodes.usage;
}
