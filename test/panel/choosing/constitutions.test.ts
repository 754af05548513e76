import { describe, expect, test } from "vitest";
import { constitutionOf, roles } from "../../../src/domain/discussion/constitution.ts";
import type { BaseFiles } from "../../../src/domain/ports.ts";
import { allConstitutions, constitutionsFolder, ownConstitutions } from "../../../src/panel/choosing/constitutions.ts";
import { prompts } from "../../support/prompts.ts";

const base = (files: Readonly<Record<string, string>>): BaseFiles => ({
  readBaseFile: async (path) => files[path] ?? null,
  existing: async (paths) => paths.filter((path) => Object.hasOwn(files, path)),
  listBaseFiles: async (folder) => Object.keys(files).filter((path) => path.startsWith(`${folder}/`)),
});
const file = (name: string, text: string) => base({ [`${constitutionsFolder}/${name}`]: text });
const read = (name: string, text: string) => ownConstitutions(file(name, text), new AbortController().signal);
const critic = `version: 1
role: critic
duty: Test it.
rules:
  - { id: one, text: Cite., check: cites-evidence }
`;

describe("constitutions", () => {
  test("each role has one, and each has a rule that code checks", () => {
    const all = allConstitutions(prompts.constitutions);
    expect([...all.keys()]).toEqual([...roles]);
    for (const [role, constitution] of all) {
      expect(constitution.role).toBe(role);
      expect(constitution.rules.some(({ check }) => check !== undefined)).toBe(true);
    }
  });

  test("the repository's own replaces the one of its role; where a protected finding is heard, it does not", async () => {
    const all = allConstitutions(prompts.constitutions, await read("critic.yml", critic));
    expect(constitutionOf(all, "critic")?.duty).toBe("Test it.");
    expect(constitutionOf(all, "critic", true)?.duty).toContain("method and evidence");
    expect(constitutionOf(all, "advocate")?.duty).toContain("defend the finding");
  });

  test.each([
    [
      "judge.yml",
      critic,
      'The constitution ".github/pr-debate/constitutions/judge.yml" is of no role. Roles: strategist,',
    ],
    ["advocate.yml", critic, "its name says that its role is advocate"],
    [
      "critic.yml",
      `${critic}verdict: approve\n`,
      'critic.yml, line 6: "verdict" is not a key of the file; the keys are version, role, duty, rules.',
    ],
    ["critic.yml", critic.replace("cites-evidence", "cite-evidence"), 'Did you mean "cites-evidence"?'],
    ["critic.yml", critic.replace("check:", "chck:"), '"chck" is not a key of rules[0]; the nearest is "check"'],
    [
      "critic.yml",
      critic.replace(/rules:.*/s, "rules: []"),
      "line 4: rules is a list; it must be a list of at least one rule.",
    ],
    ["critic.yml", "", "critic.yml: The file is empty; it must be a mapping with version, role, duty and rules."],
    ["critic.yml", "- a\n", "The file is a list; it must be a mapping"],
    ["critic.yml", critic.replace("version: 1", "version: 2"), "version"],
    ["critic.yml", critic.replace("Test it.", "x".repeat(1_501)), 'critic.yml, line 3: duty is "xxx'],
    ["critic.yml", "version: [", "critic.yml, line 1: "],
    ["critic.yml", "a: &a [1]\nb: *a\n", "aliases are not allowed"],
    ["critic.yml", critic.replace("Test it.", "!!x Test it."), "tags are not allowed"],
    ["critic.yml", critic.replace("Test it.", '"Test \\u001b[31m it."'), "invisible characters"],
    ["critic.yml", critic.replace("Test it.", "Test \u202e it."), "invisible characters"],
    ["critic.yml", critic.replace("Cite.", "Ci\u200bte."), "invisible characters"],
    ["critic.yml", `${critic}  - { id: one, text: Twice. }\n`, "two rules have the same id"],
    ["critic.yml", `${critic}# ${"x".repeat(70_000)}\n`, "larger than 64 KiB"],
    ["critic.yml", `duty: ${"[".repeat(5_000)}`, "nested too deeply"],
  ])("%s that is wrong stops the run: %#", async (name, text, sentence) => {
    await expect(read(name, text)).rejects.toThrow(sentence);
  });

  test("two files for one role stop the run, and a folder below has none", async () => {
    const [first, second] = [`${constitutionsFolder}/critic.yaml`, `${constitutionsFolder}/critic.yml`];
    const signal = new AbortController().signal;
    await expect(ownConstitutions(base({ [first]: critic, [second]: critic }), signal)).rejects.toThrow(
      `The constitution "${second}" is not valid: another file is of the same role`,
    );
    expect((await read("more/critic.yml", critic)).size).toBe(0);
  });

  test("other files of the folder are not constitutions", async () => {
    expect((await read("README.md", "# Notes")).size).toBe(0);
  });
});
