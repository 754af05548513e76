import { messageOf, ReviewError } from "../domain/errors.ts";
import { meant } from "../domain/known-names.ts";
import { withoutCommands } from "../report/report.ts";
import { hang } from "../report/text/wrap.ts";
import { redact, secretsIn, visible } from "../text/text.ts";
import { exitCodes } from "../verdict/exit-code.ts";
import type { CommandContext, CommandHandler } from "./command-line.ts";
import { helpFor, mainHelp } from "./help.ts";

/** Each command loads its own code, so that help and usage errors stay instant. */
const commands: Readonly<Record<string, () => Promise<CommandHandler>>> = {
  review: async () => (await import("./review-command.ts")).reviewCommand,
  plan: async () => (await import("./plan-command.ts")).planCommand,
  serve: async () => (await import("./serve-command.ts")).serveCommand,
  config: async () => (await import("./config-command.ts")).configCommand,
};

/** Runs one command line and returns the process's exit code. Nothing but a report or help goes to stdout. */
export async function runCommandLine(
  args: readonly string[],
  version: string,
  env: CommandContext["env"],
): Promise<number> {
  // Nobody may be reading the progress any more (`2>&1 | head`); the exit code must still be the review's.
  process.stderr.on("error", () => undefined);
  const [name, ...rest] = args;
  if (name === undefined) return show(mainHelp(version), exitCodes.usage);
  if (name === "-v" || hasOption(args, "--version")) return show(`${version}\n`, exitCodes.passing);
  if (["help", "--help", "-h"].includes(name)) return help(rest[0], version);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) return unknownCommand(name);
  if (hasOption(rest, "--help") || hasOption(rest, "-h")) return help(name, version);
  if (name === "config" && rest.length === 0) return show(helpFor(name), exitCodes.usage);
  return guarded(await load(), rest, version, env);
}

/** Behind `--` every word is an argument. */
function hasOption(args: readonly string[], option: string): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).includes(option);
}

function show(text: string, code: number): number {
  process.stdout.write(text);
  return code;
}

function help(topic: string | undefined, version: string): number {
  if (topic === undefined) return show(mainHelp(version), exitCodes.passing);
  return Object.hasOwn(commands, topic) ? show(helpFor(topic), exitCodes.passing) : unknownCommand(topic);
}

function unknownCommand(name: string): number {
  const known = Object.keys(commands);
  const hint = name.includes("..")
    ? `To review that range: pr-debate review ${name}`
    : `Commands: ${known.join(", ")}.${meant(name, [...known, "help"])} See pr-debate --help.`;
  return name.startsWith("-")
    ? fail(
        `The command comes first, and "${name}" is an option.`,
        `Write pr-debate review ${name}, or see pr-debate --help.`,
      )
    : fail(`Unknown command "${name}".`, hint);
}

/** Ctrl+C stops the work and concludes nothing: an interrupted review must not look like a passing one. */
async function guarded(
  command: CommandHandler,
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

/** The sentence and the way out; wrapped where a terminal would break its lines inside words. */
function fail(said: string, hint: string): number {
  // The system's own reason at the end of a sentence has no full stop.
  const message = /[\w"')]$/.test(said) ? `${said}.` : said;
  const { isTTY, columns = 80 } = process.stderr;
  const lines = isTTY
    ? [...onLines(`pr-debate: ${visible(message)}`, columns), ...onLines(`  ${visible(hint)}`, columns)]
    : [`pr-debate: ${visible(message)}`, `  ${visible(hint)}`];
  process.stderr.write(withoutCommands(`${lines.join("\n")}\n`));
  return exitCodes.usage;
}

function onLines(text: string, columns: number): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    return hang(indent, line.slice(indent.length), columns);
  });
}
