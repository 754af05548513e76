import { resolve } from "node:path";
import { ReviewError } from "../../../domain/errors.ts";
import { addressesIn } from "../../../github/client/access.ts";
import type { DecidedSource } from "../../../record/memory/cases.ts";
import { memoryPath, parseMemory, suggestionsYaml } from "../../../record/memory/read-memory.ts";
import { type Suggestions, suggestItems } from "../../../record/memory/suggest.ts";
import { exitCodes } from "../../../review/verdict/conclusion.ts";
import { redactAll, secretsIn } from "../../../text/redact.ts";
import { plural, visible } from "../../../text/text.ts";
import { addToMemory, workingMemory } from "../../wiring/memory-here.ts";
import type { CommandContext, CommandInput } from "../command-line.ts";
import { printJson, printLines } from "../files.ts";
import { pullHere } from "../review/pull-here.ts";
import { checkPublish } from "../review/review-options.ts";
import { accessIn, decidedSources } from "./decided-sources.ts";

type Input = CommandInput<"pr" | "reviewer" | "publish" | "write" | "repo" | "format">;

/** `memory suggest`: candidates with their evidence. It writes only with `--write`, or on GitHub with `--publish`. */
export async function memorySuggestCommand(input: Input, context: CommandContext): Promise<number> {
  const { text, has } = input;
  const { env, signal } = context;
  const directory = resolve(text("repo") ?? ".");
  const pr = text("pr");
  checkPublish(has("publish"), pr);
  if (has("publish") && has("write"))
    throw new ReviewError(
      "--publish and --write cannot be combined.",
      "Give --publish for a pull request on GitHub, or --write for the file of the working tree.",
    );
  const sources = await decidedSources(input, directory, context);
  if (has("publish") && pr !== undefined) {
    const { repo } = await pullHere(pr, directory, context);
    return publish(input, { repo, sources }, context);
  }
  const written = await workingMemory(directory, env, signal);
  const known = written === null ? [] : parseMemory(written, memoryPath);
  const found = redactAll(suggestItems(sources, known, addressesIn(env).webUrl), secretsIn(env));
  print(input, found, env);
  if (!has("write")) return exitCodes.passing;
  const items = found.suggestions.map(({ item }) => item);
  if (items.length > 0) await addToMemory({ directory, env }, items, signal);
  process.stderr.write(
    items.length === 0
      ? "Nothing was written: there is no candidate.\n"
      : `Added ${plural(items.length, "item")} to ${memoryPath}. They count once a person has put them on the base branch.\n`,
  );
  return exitCodes.passing;
}

/** Prints what is new in the pull request, also where GitHub refused it: then a person commits it. */
async function publish(
  input: Input,
  { repo, sources }: { readonly repo: string; readonly sources: readonly DecidedSource[] },
  context: CommandContext,
): Promise<number> {
  const { env, signal } = context;
  const access = accessIn(context);
  const { publishProposal } = await import("../../wiring/pull-memory.ts");
  const asked = { repo, sources, secrets: secretsIn(env) };
  const { sentence, detail, pull, isRefused, added } = await publishProposal(access, asked, signal);
  const { webUrl } = addressesIn(env);
  const url = pull === null || webUrl === null ? null : `${webUrl}/${repo}/pull/${pull}`;
  print(input, added, env, { proposal: pull === null ? null : { number: pull, url } });
  const printed = added.suggestions.length === 0 ? "" : "; the items are printed";
  if (isRefused) throw new ReviewError(sentence, `${detail ?? ""} No pull request was opened${printed}.`.trim());
  process.stderr.write(`${visible(url === null ? sentence : `${sentence} ${url}`)}\n`);
  return exitCodes.passing;
}

function print({ text }: Input, found: Suggestions, env: CommandContext["env"], more: object = {}): void {
  if (text("format") === "json") printJson({ version: 1, kind: "memory-suggestions", ...found, ...more }, env);
  else printLines(suggestionsYaml(found).trimEnd().split("\n"), env);
}
