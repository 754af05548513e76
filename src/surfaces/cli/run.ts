import { meant } from "../../domain/known-names.ts";
import { exitCodes } from "../../review/verdict/conclusion.ts";
import type { CommandContext, CommandRow, LoadCommands } from "./command-line.ts";

const examples = [
  "pr-debate review                your work against the default branch",
  "pr-debate review --staged       the next commit",
  "pr-debate review HEAD~3..HEAD   the last three commits",
];
const reviewersBy = (variables: string, programs: readonly string[]): string[] => [
  `Models review when ${variables} is`,
  `set, or when a CLI agent (${programs.join(", ")}) is installed.`,
  "Otherwise rules review alone: no key, no network, and the report says so.",
];

/** Runs one command line and returns the exit code of the process. Only a report, a help or the version goes to stdout. */
export async function runCommandLine(
  args: readonly string[],
  version: string,
  env: CommandContext["env"],
  load: LoadCommands,
): Promise<number> {
  // The reader of the progress may be gone (`2>&1 | head`); the exit code must still be the one of the review.
  process.stderr.on("error", () => undefined);
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (asksVersion(args, options)) return show(`${version}\n`, exitCodes.passing);
  const isHelp = ["help", "--help", "-h"].includes(args[0] ?? "");
  const [topic, verb] = isHelp ? args.slice(args[1] === "help" ? 2 : 1) : args;
  const commands = await load(topic);
  const { commandHelp, programHelp, readInput } = await import("./command-line.ts");
  if (topic === undefined) {
    const { seatingVariables } = await import("../../panel/vendors/environment.ts");
    const { presetNames } = await import("../../panel/vendors/programs.ts");
    const about = `pr-debate ${version}: independent reviewers debate a change, and only what survives is reported.`;
    const text = programHelp(commands, about, {
      Examples: examples,
      Reviewers: reviewersBy(seatingVariables(), presetNames),
    });
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

function asksVersion([first = ""]: readonly string[], options: readonly string[]): boolean {
  return ["-v", "version"].includes(first) || options.includes("--version");
}

/** Loaded late, as everything is that `--version` does not need. */
async function mistake(sentence: string, hint: string): Promise<number> {
  const { printMistake } = await import("./failure.ts");
  return printMistake(sentence, hint);
}

function show(text: string, code: number): number {
  process.stdout.write(text);
  return code;
}

async function unknownCommand(name: string, commands: readonly CommandRow[]): Promise<number> {
  if (name.startsWith("-"))
    return mistake(
      `The command comes first, and "${name}" is an option.`,
      `Write pr-debate review ${name}, or see pr-debate --help.`,
    );
  const known = [...new Set(commands.map((row) => row.name.split(" ")[0] ?? ""))];
  const hint = name.includes("..")
    ? `To review that range: pr-debate review ${name}`
    : `Commands: ${known.join(", ")}.${meant(name, [...known, "help"])} See pr-debate --help.`;
  return mistake(`Unknown command "${name}".`, hint);
}

/** The second word of a command such as `config check`. */
async function unknownVerb(topic: string, verb: string, group: readonly CommandRow[]): Promise<number> {
  const verbs = group.map(({ name }) => name.slice(topic.length + 1));
  const uses = new Set(group.map((row) => row.hint ?? `See pr-debate ${row.name} --help.`));
  return mistake(`"${topic} ${verb}" is not a command.`, `${meant(verb, verbs)} ${[...uses].join(" ")}`.trim());
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
    const { useProxies } = await import("../../panel/vendors/proxies/use-proxies.ts");
    await useProxies(env);
    return await run({ version, env, signal: interruption.signal });
  } catch (error) {
    const { printFailure } = await import("./failure.ts");
    return printFailure(error, { env, signal: interruption.signal });
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}
