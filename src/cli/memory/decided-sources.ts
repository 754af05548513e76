import { ReviewError } from "../../domain/errors.ts";
import { addressesIn } from "../../github/access.ts";
import { decidedIn } from "../../main/memory-here.ts";
import type { DecidedSource } from "../../memory/cases.ts";
import type { CommandContext, CommandInput } from "../command-line.ts";
import { readPull } from "../review/review-options.ts";

/** People's decisions: in the files that are named, on the pull request of `--pr`, or in the reviews that are kept here. */
export async function decidedSources(
  { words, literals, text }: Pick<CommandInput<"pr">, "words" | "literals" | "text">,
  directory: string,
  { env, version, signal }: CommandContext,
): Promise<DecidedSource[]> {
  const pr = text("pr");
  const files = [...words, ...literals];
  if (pr === undefined) return decidedIn({ directory, env }, files);
  if (files.length > 0)
    throw new ReviewError("--pr and files cannot be combined.", "Give files, or --pr OWNER/REPO#N.");
  const token = env["GITHUB_TOKEN"]?.trim() ?? "";
  if (token === "")
    throw new ReviewError(
      "GITHUB_TOKEN is not set, and --pr reads the decisions from GitHub.",
      "Set it to the token that reviews there.",
    );
  const { readDecided } = await import("../../run/read-decided.ts");
  const access = { github: { token, ...addressesIn(env) }, version, emit: () => undefined };
  return [await readDecided(access, readPull(pr), signal)];
}
