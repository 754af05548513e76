import { seatingVariables } from "../vendors/environment.ts";
import { presetNames } from "../vendors/programs.ts";

/** Help shows only what works in this version, on lines of at most 80 columns. */
export function mainHelp(version: string): string {
  return `pr-debate ${version}: independent reviewers debate a change, and only what
survives is reported.

Usage
  pr-debate review [BASE..HEAD] [PATH…] [options]   review a change
  pr-debate plan "QUESTION" [options]               plan an answer to a question
  pr-debate serve                                   run the GitHub App
  pr-debate config check [FILE]                     check a configuration file
  pr-debate help COMMAND                            more about a command
  pr-debate --version, -v                           print the version

Try
  pr-debate review                your work against the default branch
  pr-debate review --staged       what you are about to commit
  pr-debate review HEAD~3..HEAD   the last three commits

${filled(`Models review when ${seatingVariables()} is set, or when a CLI agent (${presetNames.join(", ")}) is installed. Otherwise rules review alone: no key, no network, and the report says so.`)}
`;
}

const help: Readonly<Record<string, string>> = {
  review: `Usage: pr-debate review [BASE..HEAD] [PATH…] [options]

Reviews a change and prints a report. Without arguments: this repository against
its default branch, with uncommitted and untracked files; when nothing differs,
the last commit.

What to review
  BASE..HEAD       what HEAD changed since it left BASE (BASE...HEAD means the
                   same; HEAD may be left out)
  PATH…            only these files and folders of the change; behind -- also
                   ones that were deleted
  --base REF       your work, uncommitted files included, against REF
  --staged         what is staged for the next commit
  --diff FILE|-    a unified diff from a file or from stdin
  --pr REPO#N      a pull request on GitHub (OWNER/REPO#N), read with
                   GITHUB_TOKEN; writes nothing without --publish
  --publish        with --pr: post the review, the summary and the check
  --repo DIR       the repository (default: the current folder); with --diff,
                   where the whole files are

How
  --config FILE    settings, instead of .github/pr-debate.yml at the merge base
  --block-on P     P0, P1 or never: what blocks, instead of the settings' own;
                   with --pr only if it is stricter
  --offline        rules only, whatever keys are set
  --estimate       say what a review would cost, and ask no model

Output
  --format NAME    text (default), markdown, json, sarif or html
  --out FILE       write the report to a file instead of stdout
  --no-report      do not keep .debate/review-<time>.md and .json
  --quiet          no progress on stderr, only the report and errors
  --write-baseline [FILE.json]
                   add what the rules find to .github/pr-debate-baseline.json;
                   once it is on the base, it is not reported again

Exit code
  0  the change passes: clean, no blocking finding, or nothing to review
  1  blocked: at least one finding at the blocking severity (P0 by default)
  2  wrong usage or configuration
  3  inconclusive: the review is incomplete, which says nothing about the code

Examples
  pr-debate review main..HEAD src/ --format html --out review.html
  git diff main | pr-debate review --diff -
  pr-debate review --base main --block-on P1 --quiet
`,
  plan: `Usage: pr-debate plan "QUESTION" [options]

Several model seats each plan alone, judge each other's steps, say what their
plans rest on, and close. What is backed becomes one plan, with what was against
${filled(`it. A plan needs a model: set ${seatingVariables()}, or install a CLI agent.`)}

The seats see the question, the paths of the repository's files, the files that
the question names (write their paths), and the work that differs from the
default branch. Secrets are replaced before.

How
  --repo DIR       the repository (default: the current folder)
  --config FILE    settings, instead of .github/pr-debate.yml at the merge base;
                   plan.jury and plan.max-words are about plans
  --estimate       say what a plan would cost, and ask no model

Output
  --format NAME    text (default), markdown or json
  --out FILE       write the plan to a file instead of stdout
  --no-report      do not keep .debate/plan-<time>.md and .json
  --quiet          no progress on stderr, only the plan and errors

Exit code
  0  there is a plan; it says so itself where seats or stages are missing
  2  wrong usage or configuration
  3  no plan: no model seat, or none delivered

Examples
  pr-debate plan "How do we rate-limit src/search.ts?"
  pr-debate plan "Split src/orders.ts" --format markdown --out plan.md
`,
  serve: `Usage: pr-debate serve

Runs the GitHub App until it is stopped. It takes webhooks at
/api/github/webhooks, reviews pull requests, and keeps its state in a built-in
database (PGlite), or in PostgreSQL with DATABASE_URL. The log goes to stderr.
Without an App's id and key it shows a page, on this machine only, that makes
the App.

Environment, or a file .env in the current folder
  APP_ID, WEBHOOK_SECRET             the App's, from its settings page
  PRIVATE_KEY or PRIVATE_KEY_PATH    the App's key, or the file it is in
  WEBHOOK_SECRET_PREVIOUS            the old secret while it is being replaced
  HOST (127.0.0.1), PORT (3000), LOG_LEVEL (info)
  PR_DEBATE_DATA_DIR (.pr-debate) or DATABASE_URL
                                     where the state is kept
  ${seatingVariables().replace(" or ", ", ")}
                                     the reviewers; without them rules only

docs/operations.md: install, scale, back up, rotate secrets, upgrade.
`,
  config: `Usage: pr-debate config check [FILE]

Checks a configuration file (default: .github/pr-debate.yml) and names every
mistake with its line. What its seats still need in this environment, such as a
key, is a remark and no mistake.

Exit code
  0  valid, or there is no file and the defaults apply
  2  not valid or not readable
`,
};

export function helpFor(command: string): string {
  return help[command] ?? "";
}

/** A paragraph on lines of at most 80 columns. */
function filled(text: string): string {
  return text.replace(/(?<line>.{1,80})(?:\s|$)/g, "$<line>\n").trimEnd();
}
