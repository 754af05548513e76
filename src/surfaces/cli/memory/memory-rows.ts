import { type CommandRow, commandRow } from "../command-line.ts";
import { how, output } from "../shared-options.ts";

const repoOption = { ...how, value: "DIR", about: "the repository (default: the current folder)" };

const reviewer = {
  ...how,
  value: "LOGIN",
  about: "who reviews there, such as github-actions[bot] (default: the user of GITHUB_TOKEN)",
};

/** The commands about earlier decisions of a repository's people. */
export const memoryRows: readonly CommandRow[] = [
  commandRow({
    name: "memory list",
    summary: "show what is remembered",
    about: `
Lists the items of .github/pr-debate/memory.yml at the merge base: which are expired, and which are about files of the
change here. No model is asked.`,
    words: [],
    limit: { most: 0, noun: "no arguments" },
    options: {
      repo: repoOption,
      format: { ...output, value: "NAME", about: "the format", choices: ["text", "json"], initial: "text" },
    },
    sections: { "Exit code": ["0  the file can be read, or there is none", "2  it has a mistake, which is named"] },
    hint: "Use: pr-debate memory list, or pr-debate memory suggest",
    load: async () => (await import("./memory-list-command.ts")).memoryListCommand,
  }),
  commandRow({
    name: "memory suggest",
    summary: "suggest what to remember",
    about: `
Prints candidates for .github/pr-debate/memory.yml, from findings that people dismissed with a reason: each with its
evidence and with what it would have taken out. A person reviews them. P0 and security give no candidate.`,
    words: [{ name: "[FILE…]", about: "JSON of reviews (default: the reviews in .debate)" }],
    options: {
      pr: { ...how, value: "OWNER/REPO#N", about: "read the decisions on this pull request (GITHUB_TOKEN)" },
      reviewer,
      publish: { ...how, about: "with --pr: propose them in a pull request, which a person merges" },
      write: { ...how, about: "add them to the file of the working tree, for you to commit" },
      repo: repoOption,
      format: { ...output, value: "NAME", about: "the format", choices: ["yaml", "json"], initial: "yaml" },
    },
    sections: {
      "Exit code": [
        "0  printed, written or proposed; also if there is no candidate",
        "2  wrong usage, unreadable files, or GitHub refused the pull request",
      ],
      Examples: [
        "pr-debate memory suggest",
        "pr-debate memory suggest --write",
        "pr-debate memory suggest --pr octo/shop#7 --publish",
      ],
    },
    hint: "Use: pr-debate memory list, or pr-debate memory suggest",
    load: async () => (await import("./memory-suggest-command.ts")).memorySuggestCommand,
  }),
  commandRow({
    name: "stats",
    summary: "count useful findings",
    about: `
Counts, for each seat, persona and rule, how many findings were fixed, dismissed (by kind) or overturned by the panel.
Each finding counts once, by the newest review that has it or shows it as fixed. No number changes a verdict,
unless debate.weigh-votes-by-ledger is on.`,
    words: [{ name: "[FILE…]", about: "JSON of reviews (default: the reviews in .debate)" }],
    options: {
      pr: { ...how, value: "OWNER/REPO#N", about: "count what happened on this pull request (GITHUB_TOKEN)" },
      reviewer,
      repo: repoOption,
      format: { ...output, value: "NAME", about: "the format", choices: ["text", "json"], initial: "text" },
    },
    sections: { "Exit code": ["0  always, except for wrong usage and unreadable files"] },
    load: async () => (await import("./stats-command.ts")).statsCommand,
  }),
];
