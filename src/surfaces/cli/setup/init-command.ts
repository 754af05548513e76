import { join, relative, resolve } from "node:path";
import { vendorInputs } from "../../../panel/vendors/environment.ts";
import { exitCodes } from "../../../review/verdict/conclusion.ts";
import { plain } from "../../../text/text.ts";
import type { StartFile } from "../../wiring/setup/start-files.ts";
import type { CommandContext, CommandInput } from "../command-line.ts";

/** The released major version, as the workflow names it. The tag moves with each release. */
const major = "v1";

const schema = `https://raw.githubusercontent.com/pr-debate/pr-debate/${major}/dist/pr-debate.schema.json`;

/** An expression of GitHub's, which is not a template of ours. */
const expression = (text: string): string => `$\{{ ${text} }}`;

/** One key is enough to start. The others are inputs of the same form. */
const [[input, key] = ["", ""]] = Object.entries(vendorInputs());

const workflow = `name: PR Debate
on:
  pull_request:
    types: [opened, synchronize, reopened, ready_for_review, edited]
permissions:
  contents: read
  checks: write
  pull-requests: write
  issues: write
concurrency: pr-debate-${expression("github.event.pull_request.number")}
jobs:
  review:
    runs-on: ubuntu-24.04
    steps:
      - uses: pr-debate/pr-debate@${major}
        with:
          ${input}: ${expression(`secrets.${key}`)}
`;

const settings = `# yaml-language-server: $schema=${schema}
version: 1
debate:
  strategy: adversarial # adversarial, consensus, collaborative, socratic or devils-advocate
  adjudication: supreme-court # supreme-court, majority or unanimous
  max-rounds: 3
review:
  block-on: P0 # P0, P1 or never
  disputed: block # block or note
  on-inconclusive: fail # fail or neutral
  rules-only: neutral # neutral or success
  unreadable: neutral # neutral or fail: submodules, Git LFS, binary files, unknown encodings
  effort: auto # auto, none, low, standard or high
paths:
  ignore: ["third_party/**"]
budget:
  calls: 60 # without it, as many as the seats and batches need
  usd: 5
  minutes: 15
`;

/** The files of `pr-debate init`, as the README shows them. */
const startFiles: readonly StartFile[] = [
  { path: ".github/workflows/pr-debate.yml", text: workflow },
  { path: ".github/pr-debate.yml", text: settings },
];

/** The secrets that the workflow reads. */
const secretNames: readonly string[] = [...workflow.matchAll(/secrets\.(\w+)/g)].map(([, name = ""]) => name);

/** `init`: writes the workflow and the settings, asks nothing, and prints the next steps. */
export async function initCommand(
  { has, text }: CommandInput<"force" | "repo">,
  { env, signal }: CommandContext,
): Promise<number> {
  const { writeStartFiles } = await import("../../wiring/setup/start-files.ts");
  const directory = resolve(text("repo") ?? ".");
  const root = await writeStartFiles(startFiles, { directory, env, force: has("force") }, signal);
  const wrote = startFiles.map(({ path }) => `Wrote ${plain(relative(process.cwd(), join(root, path)))}`);
  process.stdout.write(`${[...wrote, "", ...nextSteps].join("\n")}\n`);
  return exitCodes.passing;
}

const secrets = secretNames.join(", ");

const nextSteps = [
  "Next:",
  `1. Set the secret ${secrets} of the repository: gh secret set ${secretNames[0]}`,
  "   (or on GitHub: Settings, Secrets and variables, Actions). Without it, rules review alone.",
  "2. Commit both files on a branch and open a pull request. The settings count once they are on the base branch.",
  "3. Check this machine with pr-debate doctor, and the settings with pr-debate config check.",
];
