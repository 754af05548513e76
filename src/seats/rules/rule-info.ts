import { type RuleInfo, rulePage } from "../../domain/rule-info.ts";
import { builtInRules } from "./built-in-rules.ts";
import type { RuleText } from "./rule.ts";

/** What reports tell of each rule. Only what ships with this program has a page; a repository's own rule of the same id is told as its own. */
export function ruleInfos(shipped: readonly RuleText[], own: readonly RuleText[]): RuleInfo[] {
  const ours = [...builtInRules, ...shipped].filter(({ id }) => !own.some((rule) => rule.id === id));
  return [...ours.map((rule) => infoOf(rule, rulePage(rule.id))), ...own.map((rule) => infoOf(rule, null))];
}

function infoOf({ id, title, message, failurePath, fix }: RuleText, url: string | null): RuleInfo {
  const parts = [message, `Why it fails: ${failurePath}`, `Fix: ${fix}`];
  return { id, title, help: parts.map((part) => part.trim()).join("\n\n"), url };
}
