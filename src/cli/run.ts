import { messageOf, ReviewError } from "../domain/errors.ts";
import { meant } from "../domain/known-names.ts";
import { withoutCommands } from "../report/report.ts";
import { hang } from "../report/text/wrap.ts";
import { redact, secretsIn, visible } from "../text/text.ts";
import { exitCodes } from "../verdict/conclusion.ts";
import type { CommandContext, CommandRow } from "./command-line.ts";

/** The table is loaded late, like the parser: `--version` needs neither. */
async function loadCommands(): Promise<readonly CommandRow[]> {
  const { commandsWith } = await import("./commands.ts");
  const { reports } = await import("../report/index.ts");
  const { planReports } = await import("../report/index.ts");
  return commandsWith({ review: reports, plan: planReports });
}

const examples = [
  "pr-debate review                your work against the default branch",
  "pr-debate review --staged       the next commit",
  "pr-debate review HEAD~3..HEAD   the last three commits",
];
const reviewersBy = (variables: string): string[] => [
  `Models review when ${variables} is`,
  "set, or when a CLI agent (claude, codex, gemini, copilot) is installed.",
  "Otherwise rules review alone: no key, no network, and the report says so.",
];

/** Runs one command line and returns the exit code of the process. Only a report, a help or the version goes to stdout. */
export async function runCommandLine(
  args: readonly string[],
  version: string,
  env: CommandContext["env"],
  load: () => Promise<readonly CommandRow[]> = loadCommands,
): Promise<number> {
  // The reader of the progress may be gone (`2>&1 | head`); the exit code must still be the one of the review.
  process.stderr.on("error", () => undefined);
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (args[0] === "-v" || options.includes("--version")) return show(`${version}\n`, exitCodes.passing);
  const commands = await load();
  const { commandHelp, programHelp, readInput } = await import("./command-line.ts");
  const isHelp = ["help", "--help", "-h"].includes(args[0] ?? "");
  const [topic, verb] = isHelp ? args.slice(1) : args;
  if (topic === undefined) {
    const { seatingVariables } = await import("../vendors/environment.ts");
    const about = `pr-debate ${version}: independent reviewers debate a change, and only what survives is reported.`;
    const text = programHelp(commands, about, { Examples: examples, Reviewers: reviewersBy(seatingVariables()) });
    return show(text, isHelp ? exitCodes.passing : exitCodes.usage);
  }
  const group = commands.filter(({ name }) => name.split(" ")[0] === topic);
  if (group.length === 0) return unknownCommand(topic, commands);
  const help = group.map(commandHelp).join("\n");
  if (isHelp || options.includes("--help") || options.includes("-h")) return show(help, exitCodes.passing);
  const row = group.find(({ name }) => name === topic || name === `${topic} ${verb}`);
  if (row === undefined) return verb === undefined ? show(help, exitCodes.usage) : unknownVerb(topic, verb, group);
  const words = args.slice(row.name.split(" ").length);
  return guarded(async (context) => (await row.load())(readInput(row, words), context), version, env);
}

function show(text: string, code: number): number {
  process.stdout.write(text);
  return code;
}

function unknownCommand(name: string, commands: readonly CommandRow[]): number {
  if (name.startsWith("-"))
    return fail(
      `The command comes first, and "${name}" is an option.`,
      `Write pr-debate review ${name}, or see pr-debate --help.`,
    );
  const known = [...new Set(commands.map((row) => row.name.split(" ")[0] ?? ""))];
  const hint = name.includes("..")
    ? `To review that range: pr-debate review ${name}`
    : `Commands: ${known.join(", ")}.${meant(name, [...known, "help"])} See pr-debate --help.`;
  return fail(`Unknown command "${name}".`, hint);
}

/** The second word of a command such as `config check`. */
function unknownVerb(topic: string, verb: string, group: readonly CommandRow[]): number {
  const verbs = group.map(({ name }) => name.slice(topic.length + 1));
  const uses = group.map((row) => row.hint ?? `See pr-debate ${row.name} --help.`);
  return fail(`"${topic} ${verb}" is not a command.`, `${meant(verb, verbs)} ${uses.join(" ")}`.trim());
}

/** Ctrl+C stops the work and concludes nothing: an interrupted review must not look like a passing one. */
async function guarded(
  run: (context: CommandContext) => Promise<number>,
  version: string,
  env: CommandContext["env"],
): Promise<number> {
  const interruption = new AbortController();
  // A second signal does not wait. The listener stays: without one, a library that also listens ends the process at once.
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort(new Error("interrupted"));
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await run({ version, env, signal: interruption.signal });
  } catch (error) {
    if (interruption.signal.aborted) {
      process.stderr.write("pr-debate: interrupted. Nothing was concluded and no report was written.\n");
      return exitCodes.interrupted;
    }
    const clean = (text: string): string => redact(text, secretsIn(env));
    if (error instanceof ReviewError) return fail(clean(error.message), clean(error.hint));
    const why = withoutCommands(visible(clean(messageOf(error))));
    process.stderr.write(`pr-debate: stopped because of an internal error: ${why}\n`);
    if (env["LOG_LEVEL"] === "debug" && error instanceof Error)
      process.stderr.write(`${withoutCommands(visible(clean(error.stack ?? "")))}\n`);
    else process.stderr.write("  Nothing was concluded. LOG_LEVEL=debug shows where; please report it.\n");
    return exitCodes.inconclusive;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

/** Prints the sentence and the way out. On a terminal they are wrapped between words. */
function fail(said: string, hint: string): number {
  // A reason from the system at the end of the sentence has no full stop.
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
