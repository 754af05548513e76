import { expect, test } from "vitest";
import { largeText, median, ruleCosts, scriptRules } from "../../bench/rules-cost.ts";
import { aRule } from "../support/rules.ts";

/** Counted in nodes that a rule looks at: the same on every machine. `node bench/rules-cost.ts` measures processor time, too. */
test("no rule for JavaScript looks at more than ten times the nodes that the median rule looks at", async () => {
  const rules = await scriptRules();
  const searching =
    "rule:\n  kind: return_statement\n  inside: { stopBy: end, kind: program, has: { stopBy: end, kind: debugger_statement } }\n";
  const text = await largeText(rules, 1_500);
  const costs = await ruleCosts([...rules, aRule("searching", searching)], text);
  const usual = median(costs.map(({ visits }) => visits));
  const costly = costs.filter(({ visits }) => visits > 10 * usual).map(({ rule }) => rule);
  // The rule that looks through the whole file for each match shows that the count would tell.
  expect(costly).toEqual(["searching"]);
});
