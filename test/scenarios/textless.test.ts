import { describe, expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import type { Files } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, type Start, startReviewers, startScenario } from "../support/scenario.ts";
import { base, clean, evalInScript, leakingText } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const title = (): string => checkOn(scenario.github, scenario.pull.head.sha)?.output.title ?? "";
const summary = (): string => scenario.github.world.issueComments[0]?.body ?? "";
const shown = (): string => models.calls.map(({ batch }) => batch).join("\n");

/** A run with models that report what `find` finds; without it they obey the author and find nothing. */
async function review(start: Start, find: (batch: string) => readonly object[] = () => []) {
  models = await startReviewers(find);
  scenario = await startScenario(start);
  return (await scenario.run({ models })).outputs;
}

const script = "# run\nreturn eval(name)\n";
const moves = [
  ["docs/ci.txt", ".github/workflows/ci.yml"],
  ["notes/pre-commit", ".husky/pre-commit"],
  ["lib/deploy.sh", "scripts/deploy.sh"],
] as const;

describe("a file moves, unchanged, to a place where it is executed", () => {
  test.each(moves)("honest seats read it: %s → %s", async (from, to) => {
    const outputs = await review(
      { base: { ...base, [from]: script }, head: { ...base, [to]: script } },
      evalInScript(to),
    );
    expect(outputs).toMatchObject({ result: "blocked", conclusion: "failure", p0: "1" });
    expect(summary()).toContain("all of it counts as changed");
  });

  test.each(moves)("the offline seats read it beside obedient ones: %s → %s", async (from, to) => {
    const outputs = await review({ base: { ...base, [from]: leakingText }, head: { ...base, [to]: leakingText } });
    expect(outputs).toMatchObject({ result: "blocked", conclusion: "failure", p0: "1" });
  });
});

describe("modes", () => {
  test("reads an executable file in full when only its mode changed", async () => {
    const files: Files = { ...base, "tool.sh": script };
    const start = { base: files, head: files, modes: { head: { "tool.sh": "100755" } } };
    expect(await review(start, evalInScript("tool.sh"))).toMatchObject({ result: "blocked", p0: "1" });
    expect(shown()).toContain("mode: 100644 → 100755");
    expect(summary()).toContain("tool.sh became executable.");
  });

  test("shows a symbolic link as a link, with its name", async () => {
    const start = { base, head: { ...base, link: "../../etc/passwd" }, modes: { head: { link: "120000" } } };
    expect(await review(start)).toMatchObject({ result: "clean" });
    expect(shown()).toContain("kind: symlink");
    expect(summary()).toContain("link is a symbolic link: check where it points.");
  });

  test("a submodule is named and never a success, unless the base excludes it", async () => {
    const pointer = { lib: `Subproject commit ${"1".repeat(40)}\n` };
    const modes = { head: { lib: "160000" } };
    expect(await review({ base, head: { ...clean, ...pointer }, modes })).toMatchObject({
      result: "clean",
      conclusion: "neutral",
    });
    expect(title()).toBe("No findings; 1 submodule not reviewed");
    expect(summary()).toContain("`lib`: submodule, at commit");
    await scenario.close();
    await models.close();
    const settings = { ".github/pr-debate.yml": 'version: 1\npaths: { ignore: ["lib"] }\n' };
    const outputs = await review({
      base: { ...base, ...settings },
      head: { ...clean, ...settings, ...pointer },
      modes,
    });
    expect(outputs).toMatchObject({ result: "clean", conclusion: "success" });
  });
});

describe("a file that no seat can read prevents a clean review, though no seat complains", () => {
  test.each(["gradle/wrapper/gradle-wrapper.jar", "app/__pycache__/run.pyc", "lib/native.so", "bin/tool"])(
    "%s",
    async (path) => {
      expect(await review({ base, head: { ...clean, [path]: "\u0001\0\u0002" } })).toMatchObject({
        result: "clean",
        conclusion: "neutral",
      });
      expect(title()).toBe("No findings; 1 binary file not reviewed");
      expect(summary()).toContain(`${path}\`: binary, 3 bytes`);
    },
  );

  test("names a picture beside a change, and passes", async () => {
    const outputs = await review({ base, head: { ...clean, "logo.png": "\u0089PNG\0\u0001" } });
    expect(outputs).toMatchObject({ result: "clean", conclusion: "success" });
    expect(summary()).toContain("logo.png");
  });

  test("shows a new empty file to the seats, and names it", async () => {
    expect(await review({ base, head: { ...base, ".npmignore": "" } })).toMatchObject({ result: "clean" });
    expect(shown()).toContain("the new file is empty");
    expect(summary()).toContain(".npmignore");
  });
});

describe("new files on paths of generated files", () => {
  test.each(["vendor/pay.rb", "public/app.min.js", "dist/index.js"])(
    "%s: not given to models, named in the title, and never a success",
    async (path) => {
      const outputs = await review({ base, head: { ...clean, [path]: script } }, evalInScript(path));
      expect(outputs).toMatchObject({ result: "clean", conclusion: "neutral" });
      expect(title()).toBe("No findings; 1 generated file not reviewed");
      expect(shown()).not.toContain("return eval(name)");
    },
  );

  test("are read by rules and the search for secrets", async () => {
    const outputs = await review({ base, head: { ...clean, "vendor/pay.ts": leakingText } });
    expect(outputs).toMatchObject({ result: "blocked", p0: "1" });
  });

  test("are skipped silently if the base has them", async () => {
    const old = { "vendor/pay.rb": "old\n" };
    const outputs = await review({ base: { ...base, ...old }, head: { ...clean, "vendor/pay.rb": "new\n" } });
    expect(outputs).toMatchObject({ result: "clean", conclusion: "success" });
    expect(title()).toBe("No findings");
  });
});

describe("hidden characters that obedient seats do not mention", () => {
  test.each([
    ["src/a.py", "''' done \u2067''' ;return\n"],
    ["src/a.rs", "/*\u202e } \u2066if admin\u2069 \u2066 begin */\n"],
    ["run", 'if [ "$1" != "user\u202e \u2066# check\u2069 \u2066" ]; then\n'],
  ])("block when they reorder a line of %s", async (path, text) => {
    expect(await review({ base, head: { ...clean, [path]: text } })).toMatchObject({ result: "blocked", p0: "1" });
  });

  test.each([
    ["src/a.js", "const { id, \u3164 } = req.query;\n"],
    ["AGENTS.md", "Be kind.\u{e0049}\u{e0067}\u{e006e}\n"],
    ["test/a.test.js", "// safe\reval(x)\n"],
  ])("are findings when they are invisible in %s", async (path, text) => {
    expect(await review({ base, head: { ...clean, [path]: text } })).toMatchObject({ result: "findings" });
    expect(summary()).toMatch(/contains invisible (?:tag )?characters|line break/);
  });

  test("in a name without a line for a finding: not covered", async () => {
    const outputs = await review({ base, head: { ...clean, "logo\u202egnp.png": "\u0089PNG\0" } });
    expect(outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
  });

  test("are none when they belong to a script or an emoji", async () => {
    const text = "t('\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u{1f469}\u200d\u{1f4bb}');\n";
    expect(await review({ base, head: { ...clean, "src/a.js": text } })).toMatchObject({ conclusion: "success" });
  });
});
