import type { Plan } from "../domain/plan.ts";
import type { Review } from "../domain/review.ts";
import { blockOns } from "../settings/schema.ts";
import { defaultSettings } from "../settings/settings.ts";
import { seatingVariables } from "../vendors/environment.ts";
import { exitCodes } from "../verdict/conclusion.ts";
import { type CommandRow, commandRow, type OptionRow } from "./command-line.ts";
import type { FormatTable } from "./files.ts";

/** The tables that `--format` of a command chooses from. */
interface Formats {
  readonly review: FormatTable<Review>;
  readonly plan: FormatTable<Plan>;
}

/** Every command of the program. A new one is a row here and a file that its `load` names. */
export function commandsWith(formats: Formats): readonly CommandRow[] {
  return [reviewRow(formats.review), planRow(formats.plan), serveRow, configCheckRow];
}

const how = { group: "How" };
const output = { group: "Output" };

function reviewRow(formats: Formats["review"]): CommandRow {
  const which = { group: "What to review" };
  return commandRow({
    name: "review",
    summary: "review a change",
    about: `
Reviews a change and prints a report. Without arguments: this repository against its default branch, with uncommitted
and untracked files; when nothing differs, the last commit.`,
    words: [
      {
        name: "[BASE..HEAD]",
        about: "the changes of HEAD since it left BASE (BASE...HEAD means the same; HEAD may be left out)",
      },
      { name: "[PATH…]", about: "only these files and folders of the change; after -- also deleted ones" },
    ],
    options: {
      base: { ...which, value: "REF", about: "your work, uncommitted files included, against REF" },
      staged: { ...which, about: "the changes that are staged for the next commit" },
      diff: { ...which, value: "FILE", about: "a unified diff from a file, or from stdin with -" },
      pr: {
        ...which,
        value: "REPO#N",
        about: "a pull request on GitHub (OWNER/REPO#N), read with GITHUB_TOKEN; writes nothing without --publish",
      },
      publish: { ...which, about: "with --pr: post the review, the summary and the check" },
      repo: {
        ...which,
        value: "DIR",
        about: "the repository (default: the current folder); with --diff, the folder of the whole files",
      },
      config: configOption,
      "block-on": {
        ...how,
        value: "P",
        choices: blockOns,
        about: "the severity that blocks, instead of the one in the settings; with --pr only if it is stricter",
      },
      offline: { ...how, about: "rules only, even when keys are set" },
      estimate: { ...how, about: "print the likely cost of a review, and ask no model" },
      format: formatOption(formats, "report format"),
      ...outputOptions("report", "review"),
      "write-baseline": {
        ...output,
        value: "FILE.json",
        optional: { fallback: defaultSettings.paths.baseline, accepts: (word) => word.endsWith(".json") },
        about: `add the findings of the rules to a baseline (default: ${defaultSettings.paths.baseline}); once it is on the base, they are not reported again`,
      },
    },
    sections: {
      "Exit code": [
        "0  the change passes: clean, no blocking finding, or nothing to review",
        "1  blocked: at least one finding at the blocking severity (P0 by default)",
        "2  wrong usage or configuration",
        "3  inconclusive: the review is incomplete, which says nothing about the code",
      ],
      Examples: [
        "pr-debate review main..HEAD src/ --format html --out review.html",
        "git diff main | pr-debate review --diff -",
        "pr-debate review --base main --block-on P1 --quiet",
      ],
    },
    load: async () => {
      const { reviewCommand } = await import("./review-command.ts");
      return (input, context) => reviewCommand(input, context, formats);
    },
  });
}

function planRow(formats: Formats["plan"]): CommandRow {
  return commandRow({
    name: "plan",
    summary: "plan an answer to a question",
    about: `
Several model seats each plan alone, judge each other's steps, name the premises of their plans, and close. The steps
with support become one plan, with the objections to it. A plan needs a model: install a CLI agent, or set
${seatingVariables()}.

The seats see the question, the paths of the repository's files, the files that the question names (write their paths),
and the work that differs from the default branch. Secrets are replaced first.`,
    words: [{ name: '"QUESTION"', about: "the question, in quotes" }],
    options: {
      repo: { ...how, value: "DIR", about: "the repository (default: the current folder)" },
      config: { ...configOption, about: `${configOption.about}; plan.jury and plan.max-words are about plans` },
      estimate: { ...how, about: "print the likely cost of a plan, and ask no model" },
      format: formatOption(formats, "format of plan"),
      ...outputOptions("plan", "plan"),
    },
    sections: {
      "Exit code": [
        "0  there is a plan; it names missing seats and stages itself",
        "2  wrong usage or configuration",
        "3  no plan: no model seat, or none delivered",
      ],
      Examples: [
        'pr-debate plan "How do we rate-limit src/search.ts?"',
        'pr-debate plan "Split src/orders.ts" --format markdown --out plan.md',
      ],
    },
    load: async () => {
      const { planCommand } = await import("./plan-command.ts");
      return (input, context) => planCommand(input, context, formats);
    },
  });
}

const serveRow = commandRow({
  name: "serve",
  summary: "run the GitHub App",
  about: `
Runs the GitHub App until it is stopped. It takes webhooks at /api/github/webhooks, reviews pull requests, and keeps its
state in a built-in database (PGlite), or in PostgreSQL with DATABASE_URL. The log goes to stderr. Without an App's id
and key it shows a page, on this machine only, that makes the App.`,
  words: [],
  options: {},
  sections: {
    "Environment, or a file .env in the current folder": [
      "APP_ID, WEBHOOK_SECRET             of the App, from its settings page",
      "PRIVATE_KEY or PRIVATE_KEY_PATH    the App's key, or the file that holds it",
      "WEBHOOK_SECRET_PREVIOUS            the old secret while it is being replaced",
      "HOST (127.0.0.1), PORT (3000), LOG_LEVEL (info)",
      "PR_DEBATE_DATA_DIR (.pr-debate) or DATABASE_URL",
      "                                   where the state is kept",
      seatingVariables(),
      "                                   the reviewers; without them rules only",
    ],
    More: ["docs/operations.md: install, scale, back up, rotate secrets, upgrade"],
  },
  hint: "It is set by environment variables, such as PORT=8080 pr-debate serve. See pr-debate serve --help.",
  load: async () => {
    const { runApp } = await import("../app/app.ts");
    return async (_input, { version, signal }) => {
      try {
        await runApp(version, signal);
      } catch (error) {
        // Once the sentence is printed, an open handle, such as a lost store, must not keep the process alive.
        setImmediate(() => process.exit());
        throw error;
      }
      return exitCodes.passing;
    };
  },
});

const configCheckRow = commandRow({
  name: "config check",
  summary: "check a configuration file",
  about: `
Checks a configuration file and names every mistake with its line. A need of its seats that this environment lacks, such
as a key, is a remark and no mistake.`,
  words: [{ name: "[FILE]", about: "the file (default: .github/pr-debate.yml)" }],
  limit: { most: 1, noun: "one file" },
  options: {},
  sections: {
    "Exit code": ["0  valid, or there is no file and the defaults apply", "2  not valid or not readable"],
  },
  hint: "Use: pr-debate config check [FILE]",
  load: async () => (await import("./config-command.ts")).configCheckCommand,
});

const configOption = {
  ...how,
  value: "FILE",
  about: "settings, instead of .github/pr-debate.yml at the merge base",
} as const satisfies OptionRow;

function formatOption(formats: Readonly<Record<string, unknown>>, noun: string): OptionRow {
  return { ...output, value: "NAME", about: "the format", choices: Object.keys(formats), initial: "text", noun };
}

function outputOptions(name: string, kept: string) {
  return {
    out: { ...output, value: "FILE", about: `write the ${name} to a file instead of stdout` },
    "no-report": { ...output, about: `do not keep .debate/${kept}-<time>.md and .json` },
    quiet: { ...output, about: `no progress on stderr, only the ${name} and errors` },
  };
}
