import { resolve } from "node:path";
import { addressesIn } from "../../github/access.ts";
import { addToMemory, workingMemory } from "../../main/memory-here.ts";
import { suggestionsYaml } from "../../memory/memory-yaml.ts";
import { memoryPath, parseMemory } from "../../memory/read-memory.ts";
import { suggestItems } from "../../memory/suggest.ts";
import { redactAll, secretsIn } from "../../text/redact.ts";
import { plural } from "../../text/text.ts";
import { exitCodes } from "../../verdict/conclusion.ts";
import type { CommandContext, CommandInput } from "../command-line.ts";
import { printJson, printLines } from "../setup/print.ts";
import { decidedSources } from "./decided-sources.ts";

type Input = CommandInput<"pr" | "write" | "repo" | "format">;

/** `memory suggest`: candidates with their evidence. It writes only with `--write`. */
export async function memorySuggestCommand(input: Input, context: CommandContext): Promise<number> {
  const { text, has } = input;
  const { env, signal } = context;
  const directory = resolve(text("repo") ?? ".");
  const sources = await decidedSources(input, directory, context);
  const written = await workingMemory(directory, env, signal);
  const known = written === null ? [] : parseMemory(written, memoryPath);
  const found = redactAll(suggestItems(sources, known, addressesIn(env).webUrl), secretsIn(env));
  if (text("format") === "json") printJson({ version: 1, kind: "memory-suggestions", ...found }, env);
  else printLines(suggestionsYaml(found).trimEnd().split("\n"), env);
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
