import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { messageOf } from "../src/domain/errors.ts";
import { Rule } from "../src/panel/rules/rule.ts";

/** Every offline rule under `folder` (one YAML file each, one folder per language; `*.examples.yml` test them), by id. Throws naming the bad file. */
export async function loadRules(folder: string): Promise<Rule[]> {
  const rules: Rule[] = [];
  const files = glob("*/*.yml", { cwd: folder, exclude: ["**/*.examples.yml"] });
  for await (const file of files) rules.push(await loadRule(path.join(folder, file)));
  return rules.sort((left, right) => (left.id < right.id ? -1 : 1));
}

async function loadRule(file: string): Promise<Rule> {
  try {
    return Rule.parse(parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new Error(`${file} is no valid rule: ${messageOf(error)}`, { cause: error });
  }
}
