import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import type { ChangedFile } from "../../../src/domain/change.ts";
import { ruleFiles as shippedFiles, shippedRuleIds } from "../../../src/panel/choosing/assets.ts";
import { canMatch, languages, Rule } from "../../../src/panel/rules/rule.ts";
import { scanRules } from "../../../src/panel/rules/rule-scan.ts";
import { rulesAgent } from "../../../src/panel/rules/rules.ts";
import { isMentionCertain } from "../../support/certain-mention.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { matcher } from "../../support/rules.ts";

const Example = z.strictObject({
  code: z.string().min(1),
  language: z.enum(languages).optional(),
  path: z.string().optional(),
  note: z.string().optional(),
});
const Examples = z.strictObject({
  match: z.array(Example.extend({ line: z.number().int().positive().optional() })).min(3),
  pass: z.array(Example).min(4),
});
type Language = (typeof languages)[number];

const extensions = {
  javascript: "js",
  typescript: "ts",
  tsx: "tsx",
  python: "py",
  java: "java",
  go: "go",
  yaml: "yml",
} satisfies Record<Language, string>;

const folder = join(import.meta.dirname, "../../../src/panel/rules");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yml"));
const ruleFiles = files.filter((file) => !file.endsWith(".examples.yml")).sort();

test("every rule file has its examples file beside it, and the other way round", () => {
  const examplesOf = (file: string): string => file.replace(/\.yml$/, ".examples.yml");
  expect(ruleFiles.length).toBeGreaterThan(0);
  expect(files.filter((file) => file.endsWith(".examples.yml")).sort()).toEqual(ruleFiles.map(examplesOf).sort());
});

test("every id is used once", () => {
  const ids = ruleFiles.map((file) => basename(file));
  expect(ids).toEqual([...new Set(ids)]);
});

const allRules = ruleFiles.map((file) => Rule.parse(load(file)));
const withoutMentions = allRules.map(({ mentions: _, ...rule }): Rule => rule);

describe.each(ruleFiles)("%s", (file) => {
  const rule = Rule.parse(load(file));
  const examples = Examples.parse(load(file.replace(/\.yml$/, ".examples.yml")));

  test("has a short title in one style", () => {
    expect(rule.title).toMatch(/^\S.{9,98}[^.\s]$/);
  });

  test("is named after its id, in the folder of its prefix", () => {
    expect(`${rule.id}.yml`).toBe(basename(file));
    expect(rule.id.split("-")[0]).toBe(basename(dirname(file)));
  });

  test.each(rule.languages)("is shipped for %s", async (language) => {
    expect((await shippedFiles([language])).map(({ name }) => name)).toContain(file);
  });

  test("has mentions without one of which it cannot match, or says why there are none", () => {
    if (rule.mentions === undefined)
      expect(readFileSync(join(folder, file), "utf8")).toMatch(/^# No mentions: .{20,}/m);
    else expect(isMentionCertain(rule.match, rule.mentions)).toBe(true);
    for (const { code } of examples.match) expect(canMatch(rule, code), code).toBe(true);
  });

  test.each(rule.languages)("can run on %s", async (language) => {
    const [scan] = await matcher.scan(language, "", [rule.match]);
    expect(scan).toEqual({ status: "matched", matches: [] });
  });

  test.each(examples.match.map((example, index) => ({ ...example, title: titleOf(example, index) })))(
    "matches $title",
    async (example) => {
      expect(isInScope(rule, example.path)).toBe(true);
      for (const language of await readableIn(rule, example)) {
        const lines = await linesOf(rule, language, example.code);
        expect(lines, language).not.toEqual([]);
        if (example.line !== undefined) expect(lines[0], language).toBe(example.line);
      }
    },
  );

  test.each(examples.pass.map((example, index) => ({ ...example, title: titleOf(example, index) })))(
    "passes $title",
    async (example) => {
      if (!isInScope(rule, example.path)) return;
      for (const language of await readableIn(rule, example)) {
        expect(await linesOf(rule, language, example.code), language).toEqual([]);
      }
    },
  );
});

/** For each rule by itself the tree of its pattern shows that it cannot match without a mention. */
test.each([...Map.groupBy(ruleFiles, (file) => dirname(file))])(
  "on an example of %s, all rules say the same with and without their mentions",
  async (_name, some) => {
    const [file = ""] = some;
    const rule = Rule.parse(load(file));
    const { match } = Examples.parse(load(file.replace(/\.yml$/, ".examples.yml")));
    const examples = match.map((example, index) => exampleFile(rule, example, index));
    const asked = await proposalOf(examples, allRules);
    expect(asked.drafts).not.toEqual([]);
    expect(asked).toEqual(await proposalOf(examples, withoutMentions));
  },
);

test("the files of one language leave out those of the others", async () => {
  const names = (await shippedFiles(["go", "yaml"])).map(({ name }) => name);
  expect(new Set(names.map((name) => dirname(name)))).toEqual(new Set(["go", "workflow", "infrastructure"]));
});

/** An example as an added file in the folder where the rule looks. */
function exampleFile(rule: Rule, { code, language, path }: z.infer<typeof Example>, index: number): ChangedFile {
  const extension = extensions[language ?? rule.languages[0] ?? "yaml"];
  const somewhere = rule.paths === undefined ? `src/${index}.${extension}` : `.github/workflows/${index}.${extension}`;
  return aFile(path ?? somewhere, null, code);
}

async function proposalOf(examples: readonly ChangedFile[], rules: readonly Rule[]) {
  const proposal = await rulesAgent("rules", rules, matcher).propose?.(
    inOneBatch(examples),
    new AbortController().signal,
  );
  if (proposal === undefined) throw new Error("no proposal");
  return proposal;
}

function load(file: string): unknown {
  return parse(readFileSync(join(folder, file), "utf8"));
}

function titleOf(example: z.infer<typeof Example>, index: number): string {
  const words = example.note ?? example.code.trim().split("\n")[0];
  return `${index + 1}: ${words}`.replaceAll("%", "%%");
}

/** An example without a path lies wherever the rule looks. */
function isInScope(rule: Rule, path: string | undefined): boolean {
  return path === undefined || rule.paths === undefined || picomatch(rule.paths, { dot: true })(path);
}

/** The stated language (else the rule's first), in which the example must parse; without a statement also each further one in which it does. */
async function readableIn(rule: Rule, example: z.infer<typeof Example>): Promise<readonly Language[]> {
  const [first, ...others] = example.language === undefined ? rule.languages : [example.language];
  if (first === undefined) throw new Error(`${rule.id} names no language`);
  expect(await errorsIn(first, example.code), `syntax errors as ${first}, by line`).toEqual([]);
  const readable: Language[] = [first];
  for (const other of others) if ((await errorsIn(other, example.code)).length === 0) readable.push(other);
  return readable;
}

async function errorsIn(language: Language, code: string): Promise<readonly number[]> {
  return startLines(await matcher.scan(language, code, [{ rule: { kind: "ERROR" } }]));
}

async function linesOf(rule: Rule, language: Language, code: string): Promise<readonly number[]> {
  return startLines(await scanRules(matcher, language, code, [rule]));
}

function startLines([scan]: Awaited<ReturnType<typeof matcher.scan>>): readonly number[] {
  if (scan?.status !== "matched") throw new Error(scan?.reason ?? "the rule was not run");
  return scan.matches.map((match) => match.startLine);
}

test("the ids of all shipped rules are known by the names of their files", async () => {
  const ids = (await shippedFiles()).map(({ text }) => z.looseObject({ id: z.string() }).parse(parse(text)).id);
  expect(new Set(shippedRuleIds())).toEqual(new Set(ids));
});
