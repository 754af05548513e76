import { join, relative, resolve } from "node:path";
import { plain } from "../../text/text.ts";
import { exitCodes } from "../../verdict/conclusion.ts";
import type { CommandContext, CommandInput } from "../command-line.ts";
import { secretNames, startFiles } from "./start-texts.ts";

/** `init`: writes the workflow and the settings, asks nothing, and prints the next steps. */
export async function initCommand(
  { has, text }: CommandInput<"force" | "repo">,
  { env, signal }: CommandContext,
): Promise<number> {
  const { writeStartFiles } = await import("../../main/setup/start-files.ts");
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
