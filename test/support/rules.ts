import { parse } from "yaml";
import { astGrepAssets } from "../../src/panel/choosing/assets.ts";
import { astGrepMatcher } from "../../src/panel/rules/ast-grep.ts";
import { Rule } from "../../src/panel/rules/rule.ts";

/** The real engine with the real grammars. */
export const matcher = astGrepMatcher(astGrepAssets);

/** A rule from YAML with everything that a test does not care for filled in. */
export function aRule(id: string, match: string, overrides: Partial<Rule> = {}): Rule {
  return Rule.parse({
    id,
    languages: ["javascript", "typescript"],
    severity: "P1",
    category: "security",
    platform: "backend",
    title: `${id} is a bad idea here`,
    message: "It does something that it should not do.",
    failurePath: "input → this call → the wrong result",
    fix: "Do the right thing instead.",
    match: parse(match),
    ...overrides,
  });
}
