import type { CommandRow, OptionRow } from "../command-line.ts";

/** What may follow: nothing that is known, files, folders, or one of a list. */
export type Follows = "text" | "files" | "folders" | readonly string[];

export interface CompletedOption {
  readonly name: string;
  readonly about: string;
  /** Null for a switch. */
  readonly value: { readonly name: string; readonly follows: Follows } | null;
}

/** One command as a shell completes it. */
export interface CompletedCommand {
  /** One word, or two such as `config check`. */
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly words: Follows;
}

/** The commands of the program, for a shell. `help` takes the name of a command. */
export function completionTable(rows: readonly CommandRow[]): readonly CompletedCommand[] {
  const names = [...new Set(rows.map(({ name }) => firstOf(name)))];
  const help = { name: "help", summary: "more about a command", options: [], words: names };
  return [...rows.map(completed), help];
}

export function firstOf(name: string): string {
  return name.split(" ")[0] ?? name;
}

function completed({ name, summary, options, words }: CommandRow): CompletedCommand {
  return {
    ...{ name, summary, words: followsOf(words.at(-1)?.name ?? "") },
    options: Object.entries(options).map(([option, row]) => ({
      name: option,
      about: row.about,
      value: optionValue(row),
    })),
  };
}

function optionValue({ value, choices }: OptionRow): CompletedOption["value"] {
  return value === undefined ? null : { name: value, follows: choices ?? followsOf(value) };
}

/** From the name in the help: `FILE`, `[PATH…]`, `DIR`, or the choices `bash|zsh|fish`. */
function followsOf(name: string): Follows {
  if (name.includes("|")) return name.split("|");
  if (/\b(?:FILE|PATH)\b/.test(name)) return "files";
  return name === "DIR" ? "folders" : "text";
}
