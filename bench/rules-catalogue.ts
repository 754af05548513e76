import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type BuiltInRule, builtInRules } from "../src/panel/rules/built-in-rules.ts";
import type { Rule, RuleText } from "../src/panel/rules/rule.ts";
import { markdownTable, replaceSection } from "./marked-section.ts";
import { loadRules } from "./rule-files.ts";

const root = path.join(import.meta.dirname, "..");
export const rulesFolder = path.join(root, "src/panel/rules");
export const rulesDocument = path.join(root, "docs/offline-rules.md");

/**
 * `document` with a fresh catalogue between the markers `rules:start` and `rules:end`: a table, and a section for each rule, whose heading is its
 * id and so the anchor that reports link to.
 */
export function withCatalogue(document: string, rules: readonly Rule[], builtIn: readonly BuiltInRule[] = []): string {
  const rows = [
    ...rules.map((rule) => [linked(rule), rule.languages.join(", "), rule.severity, rule.category, rule.title]),
    ...builtIn.map((rule) => [linked(rule), "any text", rule.severity, "security", rule.title]),
  ];
  const table = markdownTable(["rule", "languages", "severity", "category", "title"], rows);
  const sections = [...rules, ...builtIn].map(sectionOf);
  return replaceSection(document, "rules", [`${rows.length} rules.`, table, ...sections].join("\n\n"));
}

function linked({ id }: RuleText): string {
  return `[\`${id}\`](#${id})`;
}

function sectionOf({ id, title, message, failurePath, fix }: RuleText): string {
  const parts = [`### ${id}`, `**${title}**`, message, `*Why it fails:* ${failurePath}`, `*Fix:* ${fix}`];
  return parts.map((part) => part.trim()).join("\n\n");
}

if (process.argv[1] === import.meta.filename) {
  const rules = await loadRules(rulesFolder);
  await writeFile(rulesDocument, withCatalogue(await readFile(rulesDocument, "utf8"), rules, builtInRules));
  console.error(`${rules.length + builtInRules.length} rules written to docs/offline-rules.md`);
}
