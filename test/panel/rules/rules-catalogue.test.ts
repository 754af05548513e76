import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { loadRules } from "../../../bench/rule-files.ts";
import { rulesDocument, rulesFolder, withCatalogue } from "../../../bench/rules-catalogue.ts";
import { builtInRules, ruleInfos } from "../../../src/panel/rules/built-in-rules.ts";

test("every rule has a section whose heading is its id, which is where reports lead to", async () => {
  const headings = new Set((await readFile(rulesDocument, "utf8")).match(/^### \S+$/gm));
  const rules = [...(await loadRules(rulesFolder)), ...builtInRules];
  expect(rules.filter(({ id }) => !headings.has(`### ${id}`))).toEqual([]);
  expect(ruleInfos(rules, []).map(({ url }) => url?.split("docs/offline-rules.md#")[1])).toEqual(
    expect.arrayContaining(rules.map(({ id }) => id)),
  );
});

test("the committed rule table equals a fresh one; otherwise run `node bench/rules-catalogue.ts`", async () => {
  const rules = await loadRules(rulesFolder);
  expect(rules.length).toBeGreaterThan(0);
  const document = await readFile(rulesDocument, "utf8");
  expect(document).toBe(withCatalogue(document, rules, builtInRules));
});

test("a title's pipe does not break the table, and the text around the markers stays", () => {
  const rule = {
    id: "shell-input",
    languages: ["javascript" as const, "python" as const],
    severity: "P1" as const,
    category: "security" as const,
    platform: "general" as const,
    title: "Input joined with | in a shell",
    message: "Input reaches a shell unquoted.",
    failurePath: "request → exec → any command",
    fix: "Use execFile.",
    match: { rule: {} },
  };
  const document = withCatalogue("before\n<!-- rules:start -->\nold\n<!-- rules:end -->\nafter\n", [rule]);
  expect(document).toBe(
    [
      "before",
      "<!-- rules:start -->",
      "1 rules.",
      "",
      "| rule | languages | severity | category | title |",
      "|---|---|---|---|---|",
      "| [`shell-input`](#shell-input) | javascript, python | P1 | security | Input joined with \\| in a shell |",
      "",
      "### shell-input",
      "",
      "**Input joined with | in a shell**",
      "",
      "Input reaches a shell unquoted.",
      "",
      "*Why it fails:* request → exec → any command",
      "",
      "*Fix:* Use execFile.",
      "<!-- rules:end -->",
      "after",
      "",
    ].join("\n"),
  );
});
