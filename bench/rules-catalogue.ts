import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Rule } from "../src/agents/rule.ts";
import { markdownTable, replaceSection } from "./marked-section.ts";
import { loadRules } from "./rule-files.ts";

const root = path.join(import.meta.dirname, "..");
export const rulesFolder = path.join(root, "src/agents/rules");
export const rulesDocument = path.join(root, "docs/offline-rules.md");

/** `document` with a fresh table of all rules between the markers `rules:start` and `rules:end`. */
export function withCatalogue(document: string, rules: readonly Rule[]): string {
  const rows = rules.map((rule) => [
    `\`${rule.id}\``,
    rule.languages.join(", "),
    rule.severity,
    rule.category,
    rule.title,
  ]);
  const table = markdownTable(["rule", "languages", "severity", "category", "title"], rows);
  return replaceSection(document, "rules", `${rules.length} rules.\n\n${table}`);
}

if (process.argv[1] === import.meta.filename) {
  const rules = await loadRules(rulesFolder);
  await writeFile(rulesDocument, withCatalogue(await readFile(rulesDocument, "utf8"), rules));
  console.error(`${rules.length} rules written to docs/offline-rules.md`);
}
