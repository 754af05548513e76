import { readFile } from "node:fs/promises";
import path from "node:path";
import { Node } from "web-tree-sitter";
import { parse } from "yaml";
import { z } from "zod";
import { astGrepAssets } from "../src/panel/choosing/assets.ts";
import { astGrepMatcher } from "../src/panel/rules/ast-grep.ts";
import type { Rule } from "../src/panel/rules/rule.ts";
import { scanRules } from "../src/panel/rules/rule-scan.ts";
import { markdownTable } from "./marked-section.ts";
import { loadRules } from "./rule-files.ts";
import { rulesFolder } from "./rules-catalogue.ts";

/**
 * What each rule for JavaScript costs on a large file: `node bench/rules-cost.ts [LINES]`. The file is made of all rules' own examples, so that
 * every rule has much to look at. `visits` (nodes that were looked at) does not depend on the machine: a test holds it.
 */
const language = "javascript";
const Examples = z.object({ match: z.array(z.object({ code: z.string(), language: z.string().optional() })) });

export interface RuleCost {
  readonly rule: string;
  readonly visits: number;
  readonly milliseconds: number;
}

/** Each rule alone on the same text. Parsing is in each of them. */
export async function ruleCosts(rules: readonly Rule[], text: string): Promise<RuleCost[]> {
  const matcher = astGrepMatcher(astGrepAssets, Number.POSITIVE_INFINITY);
  const costs: RuleCost[] = [];
  for (const rule of rules) {
    const before = process.cpuUsage().user;
    const [visits, scans] = await withVisitsCounted(() => scanRules(matcher, language, text, [rule]));
    const milliseconds = Math.round((process.cpuUsage().user - before) / 1000);
    const [scan] = scans;
    if (scan?.status !== "matched") throw new Error(`${rule.id} did not run: ${scan?.reason}`);
    costs.push({ rule: rule.id, visits, milliseconds });
  }
  return costs;
}

/** Counts below `withBoundedChildren`, which wraps whatever getter it finds. */
async function withVisitsCounted<T>(work: () => Promise<T>): Promise<[number, T]> {
  const original = Object.getOwnPropertyDescriptor(Node.prototype, "children");
  if (original?.get === undefined) throw new Error("web-tree-sitter has no getter for the children of a node");
  const { get } = original;
  let visits = 0;
  Object.defineProperty(Node.prototype, "children", {
    ...original,
    get(this: Node): Node["children"] {
      const children = get.call(this);
      visits += children.length;
      return children;
    },
  });
  try {
    const result = await work();
    return [visits, result];
  } finally {
    Object.defineProperty(Node.prototype, "children", original);
  }
}

/** At least so many lines of the rules' own examples, over and over. */
export async function largeText(rules: readonly Rule[], lines: number): Promise<string> {
  const examples = await Promise.all(
    rules.map(async ({ id }) => {
      const text = await readFile(path.join(rulesFolder, "javascript", `${id}.examples.yml`), "utf8");
      return Examples.parse(parse(text)).match.filter((one) => one.language === undefined);
    }),
  );
  const once = examples
    .flat()
    .map(({ code }) => code)
    .join("\n");
  return once.repeat(Math.ceil(lines / once.split("\n").length));
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

export async function scriptRules(): Promise<Rule[]> {
  return (await loadRules(rulesFolder)).filter(({ languages }) => languages.includes(language));
}

if (import.meta.main) {
  const rules = await scriptRules();
  const text = await largeText(rules, Number(process.argv[2] ?? 17_000));
  await ruleCosts(rules.slice(0, 1), text);
  const costs = await ruleCosts(rules, text);
  const usual = { visits: median(costs.map(({ visits }) => visits)), ms: median(costs.map((one) => one.milliseconds)) };
  const rows = costs
    .toSorted((left, right) => right.visits - left.visits)
    .map(({ rule, visits, milliseconds }) => [
      rule,
      `${visits}`,
      `${(visits / usual.visits).toFixed(1)}`,
      `${milliseconds}`,
      `${(milliseconds / usual.ms).toFixed(1)}`,
    ]);
  console.log(`${text.split("\n").length} lines`);
  console.log(markdownTable(["rule", "visits", "of the median", "processor ms", "of the median"], rows));
}
