import { type CompletedCommand, type CompletedOption, type Follows, firstOf } from "./completion-table.ts";

/** A completion for fish, one line for each command and each option. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const firsts = new Map(commands.map(({ name, summary }) => [firstOf(name), summary] as const));
  const lines = [
    "# Completion of pr-debate for fish. Use it with: pr-debate completion fish | source",
    "complete -c pr-debate -f",
    ...[...firsts].map(([name, summary]) => `${when("__fish_use_subcommand")} -a ${name} -d ${quoted(summary)}`),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines({ name, summary, options, words }: CompletedCommand): string[] {
  const [topic, verb] = name.split(" ");
  const typed = `__fish_seen_subcommand_from ${topic}`;
  const here = verb === undefined ? typed : `${typed}; and __fish_seen_subcommand_from ${verb}`;
  const missing = `${typed}; and not __fish_seen_subcommand_from ${verb}`;
  return [
    ...(verb === undefined ? [] : [`${when(missing)} -a ${verb} -d ${quoted(summary)}`]),
    ...(words === "text" ? [] : [`${when(here)} ${wordsOf(words)}`]),
    ...options.map((option) => `${when(here)} ${optionOf(option)}`),
  ];
}

function when(condition: string): string {
  return `complete -c pr-debate -n ${quoted(condition)}`;
}

function wordsOf(follows: Follows): string {
  if (typeof follows !== "string") return `-a ${quoted(follows.join(" "))}`;
  return follows === "folders" ? "-a '(__fish_complete_directories)'" : "-F";
}

function optionOf({ name, about, value }: CompletedOption): string {
  const option = `-l ${name} -d ${quoted(about)}`;
  if (value === null) return option;
  return value.follows === "text"
    ? `${option} -x`
    : `${option} ${typeof value.follows === "string" ? "-r" : "-x"} ${wordsOf(value.follows)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
