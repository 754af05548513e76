import { z } from "zod";
import { Baseline, type KnownFinding, type Silencing } from "../../domain/baseline.ts";
import { messageOf, ReviewError } from "../../domain/errors.ts";
import { meant, quoted } from "../../domain/known-names.ts";
import type { BaseFiles } from "../../domain/ports.ts";
import type { Settings } from "../../settings/settings.ts";
import { builtInRules } from "../rules/built-in-rules.ts";
import { shippedRuleIds } from "./assets.ts";

/** The findings of offline rules that the base does not want in a report. `ownIds` are the ids of the repository's own rules. */
export async function readSilencing(
  files: BaseFiles,
  { paths, review, rules }: Settings,
  ownIds: readonly string[],
  signal: AbortSignal,
): Promise<Silencing> {
  const ruleIds = allRuleIds(ownIds);
  const [unknown] = unknownRules(rules, ruleIds);
  if (unknown !== undefined) throw new ReviewError(unknown, "docs/offline-rules.md lists the rules.");
  const text = await files.readBaseFile(paths.baseline, signal);
  const baseline = text === null ? [] : parseBaseline(text, `${paths.baseline} at the base`);
  return { blockOn: review.blockOn, off: new Map(Object.entries(rules)), baseline, ruleIds };
}

export function allRuleIds(ownIds: readonly string[]): string[] {
  return [...shippedRuleIds(), ...builtInRules.map(({ id }) => id), ...ownIds];
}

/** A sentence for each unknown rule that the settings switch off. */
export function unknownRules(rules: Settings["rules"], ruleIds: readonly string[]): string[] {
  return Object.keys(rules)
    .filter((id) => !ruleIds.includes(id))
    .map((id) => `rules: there is no rule ${quoted(id)}.${meant(id, ruleIds)}`);
}

/** The id in the text of a rule file; undefined when it has none. */
export function idIn(ruleText: string): string | undefined {
  return /^id:\s*["']?(?<id>[a-z0-9-]+)/m.exec(ruleText)?.groups?.["id"];
}

export function parseBaseline(text: string, name: string): readonly KnownFinding[] {
  try {
    return Baseline.parse(JSON.parse(text)).findings;
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error).split("\n").slice(0, 2).join(" ") : messageOf(error);
    throw noBaseline(`${name} is not a valid baseline: ${why}`, error);
  }
}

function noBaseline(message: string, cause: unknown): ReviewError {
  return new ReviewError(message, "Remove it, or write a new one with pr-debate review --write-baseline.", {
    cause,
  });
}
