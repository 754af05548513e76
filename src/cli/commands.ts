import { seatingVariables } from "../vendors/environment.ts";
import { exitCodes } from "../verdict/conclusion.ts";
import { type CommandRow, commandRow } from "./command-line.ts";
import { debateRow } from "./debate-row.ts";
import { evalRow } from "./eval-row.ts";
import { mcpRow } from "./mcp-row.ts";
import { memoryRows } from "./memory/memory-rows.ts";
import { replayRow } from "./replay-row.ts";
import { reviewRow } from "./review/review-row.ts";
import { completionRow, setupRows } from "./setup/setup-rows.ts";
import { configOption, type Formats, formatOption, how, outputOptions, topologyOption } from "./shared-options.ts";

/** Every command of the program. A new one is a row here and a file that its `load` names. */
export function commandsWith(formats: Formats): readonly CommandRow[] {
  const results = [reviewRow(formats.review), planRow(formats.plan), debateRow(formats.debate), replayRow, evalRow];
  const rows: CommandRow[] = [...results, mcpRow, serveRow, configCheckRow, ...memoryRows, ...setupRows];
  rows.push(completionRow(() => rows));
  return rows;
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
      topology: topologyOption(how),
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
