import { describe, expect, test } from "vitest";
import type { ChangedFile } from "../../../src/domain/change.ts";
import { effortFor, seatsAt } from "../../../src/review/reading/effort.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { aFile } from "../../support/change-builder.ts";

const { riskyPaths } = defaultSettings.review;
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index};\n`).join("");
const edit = (path: string, added = 1): ChangedFile => aFile(path, "one();\n", `one();\n${lines(added)}`);
const effort = (files: readonly ChangedFile[], more: Partial<Parameters<typeof effortFor>[0]> = {}) =>
  effortFor({ files, chosen: "auto", riskyPaths, hasHistory: false, isAsked: false, ...more });

describe("a change decides its effort", () => {
  test.each<[string, readonly ChangedFile[], string, string]>([
    ["documentation", [edit("docs/guide.md", 400)], "none", "only documentation"],
    ["a licence and a lock file", [edit("LICENSE"), edit("package-lock.json", 900)], "none", "only documentation"],
    ["ten lines of code", [edit("src/a.ts", 10)], "low", "10 changed lines and no risky path"],
    ["eleven lines of code", [edit("src/a.ts", 11)], "standard", "11 changed lines"],
    ["documentation and a line of code", [edit("README.md", 3), edit("src/a.ts")], "low", "4 changed lines"],
    ["1,000 lines", [edit("src/a.ts", 1_000)], "standard", "1000 changed lines"],
    ["1,001 lines", [edit("src/a.ts", 1_001)], "high", "1,001 changed lines"],
    ["a line in a risky folder", [edit("src/auth/token.ts")], "high", "src/auth/token.ts is on a risky path"],
    ["a line in a risky file", [edit("lib/payments.py")], "high", "risky path"],
    ["a workflow", [edit(".github/workflows/ci.yml")], "high", "risky path"],
    ["an author is not authentication", [edit("src/author.ts")], "low", "no risky path"],
  ])("%s", (_, files, tier, why) => {
    expect(effort(files)).toEqual({ tier, why: expect.stringContaining(why) });
  });

  test.each<[string, ChangedFile]>([
    ["instructions of agents", edit("AGENTS.md")],
    ["a script", edit("scripts/run.md")],
    ["a build file", edit("package.json")],
    ["a file that becomes executable", { ...edit("docs/run.md"), baseMode: "100644", headMode: "100755" }],
    ["code that is renamed to a document", { ...edit("docs/a.md"), status: "renamed", previousPath: "src/a.ts" }],
    ["a link", { ...edit("docs/a.md"), kind: "symlink" }],
    ["a file that could not be read", { ...edit("docs/a.md"), unreviewed: "its patch is missing" }],
    ["a page that runs code", edit("docs/page.mdx", 20)],
    ["a vector image, which can hold a script", edit("logo.svg", 20)],
  ])("%s is not only documentation", (_, file) => {
    expect(effort([file, edit("README.md")]).tier).not.toBe("none");
  });

  test("M31 a small edit of a file that is executable already is not a small change", () => {
    const script = { ...edit("src/start.ts"), baseMode: "100755", headMode: "100755" };
    expect(effort([script]).tier).toBe("standard");
    expect(effort([{ ...script, baseMode: "100644", headMode: "100644" }]).tier).toBe("low");
  });

  test("M32 a file that leaves a risky path keeps its risk", () => {
    const moved = { ...edit("src/token.ts"), status: "renamed", previousPath: "src/auth/token.ts" } as const;
    expect(effort([moved])).toEqual({ tier: "high", why: "src/token.ts is on a risky path" });
  });

  test("earlier findings are looked at by all seats", () => {
    expect(effort([edit("src/a.ts")], { hasHistory: true }).tier).toBe("standard");
    expect(effort([edit("README.md")], { hasHistory: true }).tier).toBe("standard");
  });

  test("a person who asks gets the whole protocol", () => {
    expect(effort([edit("README.md")], { isAsked: true })).toEqual({ tier: "standard", why: "a person asked for it" });
  });

  test("an empty change is not only documentation", () => {
    expect(effort([]).tier).toBe("low");
  });
});

describe("a fixed effort", () => {
  test("of the settings decides", () => {
    expect(effort([edit("src/auth/a.ts")], { chosen: "low" })).toEqual({ tier: "low", why: "the settings say so" });
  });

  test("of a run's input raises the effort", () => {
    expect(effort([edit("src/a.ts")], { atLeast: "high" })).toEqual({ tier: "high", why: "this run asks for it" });
  });

  test("of a run's input lowers nothing", () => {
    expect(effort([edit("src/auth/a.ts")], { atLeast: "none" }).tier).toBe("high");
    expect(effort([edit("src/a.ts")], { chosen: "high", atLeast: "low" }).tier).toBe("high");
  });
});

describe("the seats of a tier", () => {
  const seat = (name: string, provider: string, counted = true) => ({ name, provider, counted });
  const seats = [seat("a", "x"), seat("b", "x"), seat("c", "y"), seat("rules", "rules", false)];
  const names = (tier: "none" | "low" | "standard" | "high", quorum = 2) =>
    seatsAt(tier, seats, quorum).map(({ name }) => name);

  test("none asks no model", () => expect(names("none")).toEqual(["rules"]));
  test("low asks two of different vendors", () => expect(names("low")).toEqual(["a", "c", "rules"]));
  test("low asks as many as the quorum needs", () => expect(names("low", 3)).toEqual(["a", "b", "c", "rules"]));
  test("standard and high ask all", () => {
    expect(names("standard")).toEqual(["a", "b", "c", "rules"]);
    expect(names("high")).toEqual(["a", "b", "c", "rules"]);
  });
});
