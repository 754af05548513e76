import type { Files } from "../support/github-server/world.ts";

/** A secret of a known shape, split so that no scanner takes this file for a leak. */
const key = `AK${"IA"}QWERTYUIOPASDFGH`;

export const baseText = "export function run(name: string) {\n  return name;\n}\n";

/** Settings that run the whole protocol on a change of a few lines. */
export const wholeProtocol: Files = { ".github/pr-debate.yml": "version: 1\nreview: { effort: standard }\n" };

export const base: Files = { "src/run.ts": baseText };
/** Nothing to say about it. */
export const clean: Files = { "src/run.ts": baseText.replace("return name", "return name.trim()") };
/** A P1 of the rules. */
export const riskyText = baseText.replace("return name", "return eval(name)");
export const risky: Files = { "src/run.ts": riskyText };
/** A P0 of the secret scanner. */
export const leakingText = baseText.replace("return name", `return name + "${key}"`);
export const leaking: Files = { "src/run.ts": leakingText };

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

/** A file that no rule reads, with what only models find in it. */
export const scriptText = "# run\nreturn eval(name)\n";

/** What models say of `scriptText` at a path. */
export function evalInScript(path = "src/evil.sh", quote = "return eval(name)"): (batch: string) => readonly object[] {
  const { suggestion: _, ...rest } = fatal;
  return (batch) => (batch.includes("eval(name") ? [{ ...rest, path, quote }] : []);
}

/** Two places of the same kind, far enough from each other to be two findings. */
export const twoEvalsText = `# run\nreturn eval(name)\n${"\n".repeat(9)}return eval(other)\n`;

/** What models say of `twoEvalsText`, as far as it stands there. */
export function twoEvals(batch: string): readonly object[] {
  const titles = {
    "return eval(name)": "Input is run as code",
    "return eval(other)": "Another thing compiled entirely",
  };
  const { suggestion: _, line: __, ...rest } = fatal;
  return Object.entries(titles)
    .filter(([quote]) => batch.includes(quote))
    .map(([quote, title]) => ({ ...rest, path: "src/evil.sh", quote, title }));
}
