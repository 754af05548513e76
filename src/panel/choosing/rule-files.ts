import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { parseChange } from "../../code/diff/parse.ts";
import { messageOf, ReviewError } from "../../domain/errors.ts";
import type { BaseFiles, Matcher, RawChange } from "../../domain/ports.ts";
import { languageOf, languages, Rule } from "../rules/rule.ts";
import { ruleFiles } from "./assets.ts";

export const ownRulesFolder = ".github/pr-debate/rules";
const ownHint = "Correct or remove it on the base branch; docs/offline-rules.md shows the form.";
const shippedHint = "It came with this program: install it again, or report it.";

/** The shipped rules for the languages of the change. Reading all of them takes longer than the review of a small change. */
export async function shippedRules({ diff }: RawChange): Promise<Rule[]> {
  const used = new Set(parseChange(diff).map(({ path }) => languageOf(path)));
  const files = await ruleFiles(languages.filter((language) => used.has(language)));
  return files.map(shippedRule);
}

/** By their texts: a process that runs many reviews reads a rule once. */
const known = new Map<string, Rule>();

function shippedRule({ name, text }: { readonly name: string; readonly text: string }): Rule {
  const rule = known.get(text) ?? readRule(name, () => readShipped(text), shippedHint);
  known.set(text, rule);
  return rule;
}

/** The built program has the rules as JSON, which parses ten times as fast as YAML. */
function readShipped(text: string): unknown {
  return text.startsWith("{") ? JSON.parse(text) : parseYaml(text);
}

/** The repository's own rules at the base. A rule that cannot run stops the review: half a rule set must not look like a whole one. */
export async function ownRules(files: BaseFiles, matcher: Matcher, signal: AbortSignal): Promise<Rule[]> {
  const names = await ruleNames(files, signal);
  return Promise.all(
    names.map(async (name) => {
      const text = (await files.readBaseFile(name, signal)) ?? "";
      const rule = readRule(name, () => parseYaml(text, { maxAliasCount: 10, logLevel: "error" }), ownHint);
      for (const language of rule.languages) {
        const [scan] = await matcher.scan(language, "", [rule.match]);
        if (scan?.status === "failed") throw invalidRule(name, scan.reason, ownHint);
      }
      return rule;
    }),
  );
}

/** The repository's own rule files at the base. */
export async function ruleNames(files: BaseFiles, signal: AbortSignal): Promise<string[]> {
  const names = await files.listBaseFiles(ownRulesFolder, signal);
  return names.filter(isRuleFile);
}

export function isRuleFile(name: string): boolean {
  return /\.ya?ml$/.test(name) && !name.includes(".examples.");
}

function readRule(name: string, read: () => unknown, hint: string): Rule {
  try {
    return Rule.parse(read());
  } catch (error) {
    throw invalidRule(name, error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error), hint, error);
  }
}

function invalidRule(name: string, reason: string, hint: string, cause?: unknown): ReviewError {
  return new ReviewError(`The rule file ${name} is not valid: ${reason}`, hint, { cause });
}
