import type { Files } from "../support/github-server/world.ts";

/** A secret of a known shape, split so that no scanner takes this file for a leak. */
const key = `AK${"IA"}QWERTYUIOPASDFGH`;

const before = "export function run(name: string) {\n  return name;\n}\n";

export const base: Files = { "src/run.ts": before };
/** Nothing to say about it. */
export const clean: Files = { "src/run.ts": before.replace("return name", "return name.trim()") };
/** A P1 of the rules. */
export const risky: Files = { "src/run.ts": before.replace("return name", "return eval(name)") };
/** A P0 of the secret scanner. */
export const leaking: Files = { "src/run.ts": before.replace("return name", `return name + "${key}"`) };

/** What a model says of `eval`: a finding that blocks. */
export function evalIsFatal(batch: string): readonly object[] {
  return /^\+.*eval\(name\)/m.test(batch) || batch.includes("return eval(name)") ? [fatal] : [];
}

const fatal = {
  severity: "P0",
  category: "security",
  title: "User input is run as code",
  detail: "The name comes from the caller and is compiled.",
  path: "src/run.ts",
  line: 2,
  quote: "  return eval(name);",
  failurePath: "name = process.exit() → eval → the process ends",
  fix: "Return the name.",
  suggestion: "  return name;",
};
