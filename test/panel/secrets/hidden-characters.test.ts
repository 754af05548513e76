import { describe, expect, test } from "vitest";
import { anchorIn } from "../../../src/code/anchor/anchor.ts";
import type { ChangedFile } from "../../../src/domain/change.ts";
import type { Draft } from "../../../src/domain/finding.ts";
import { secretScanner, secretsAgent } from "../../../src/panel/secrets/secrets.ts";
import { aChange, aFile, inOneBatch } from "../../support/change-builder.ts";

const trojan = "/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin admins only */";

async function draftsOf(...files: ChangedFile[]): Promise<readonly Draft[]> {
  const proposal = await secretsAgent(secretScanner).propose?.(inOneBatch(files), new AbortController().signal);
  return proposal?.drafts ?? [];
}

describe("hidden characters are findings, whatever the language", () => {
  test.each(["src/a.ts", "run", "Dockerfile", "lib/x.unknown", ".github/workflows/ci.yml", "q.sql", "test/a.test.js"])(
    "in %s",
    async (path) => {
      expect(await draftsOf(aFile(path, "a\n", `a\n${trojan}\n`))).toMatchObject([
        {
          severity: "P0",
          category: "security",
          path,
          line: 2,
          quote: trojan,
          detail: expect.stringContaining("U+202E"),
        },
      ]);
    },
  );

  test("less in prose and in translations, but not in what agents obey", async () => {
    const line = "run\u2067 it\n";
    const severities = async (path: string) =>
      (await draftsOf(aFile(path, null, line))).map(({ severity }) => severity);
    expect(await severities("docs/a.md")).toEqual(["P1"]);
    expect(await severities("AGENTS.md")).toEqual(["P0"]);
    expect(await severities(".claude/commands/deploy.md")).toEqual(["P0"]);
    expect(await severities("src/locales/he.json")).toEqual(["P1"]);
    expect(await severities("src/locales/he.ts")).toEqual(["P0"]);
    expect(await draftsOf(aFile("po/he.po", null, 'msgstr "\u2067\u05e9\u05dc\u05d5\u05dd\u2069"\n'))).toEqual([]);
  });

  test("only added lines count, and every word of the finding can be seen", async () => {
    expect(await draftsOf(aFile("a.ts", `${trojan}\nb\n`, `${trojan}\nc\n`))).toEqual([]);
    expect(await draftsOf(aFile("a.ts", `${trojan}\n`, "c\n"))).toEqual([]);
    const [draft] = await draftsOf(aFile("a.ts", null, `${trojan}\n`));
    expect(`${draft?.title}${draft?.detail}${draft?.fix}`).toMatch(/^[\x20-\x7e]+$/);
    expect(draft?.detail).toContain("\\u202e } \\u2066if");
  });

  test("of a file full of them the worst are listed, and the others counted", async () => {
    const lines = [...Array.from({ length: 30 }, (_, index) => `a${index}\u200b`), trojan];
    const drafts = await draftsOf(aFile("a.ts", null, `${lines.join("\n")}\n`));
    expect(drafts).toHaveLength(20);
    expect(drafts[0]).toMatchObject({ severity: "P0", line: 31 });
    expect(drafts.at(-1)?.detail).toContain("11 more lines");
  });

  test("the target of a symbolic link is read too, a binary file is not", async () => {
    expect(await draftsOf(aFile("link", null, "a\u202eb", { kind: "symlink" }))).toHaveLength(1);
    expect(await draftsOf(aFile("a.png", null, trojan, { kind: "binary" }))).toEqual([]);
  });
});

describe("hidden characters in a name", () => {
  const name = "src/invoice\u202efdp.ts";
  test.each(["added", "renamed", "copied"] as const)("of a file that is %s", async (status) => {
    const file = aFile(name, "x\n", "\nconst a = 1;\n", { status });
    expect(await draftsOf(file)).toMatchObject([
      { severity: "P1", path: name, line: 2, quote: "const a = 1;", title: expect.stringContaining("name") },
    ]);
  });

  test("the base has that name: no finding", async () => {
    expect(await draftsOf(aFile(name, "x\n", "y\n"))).toEqual([]);
  });

  test("letters of other scripts and emoji do not count as hidden characters", async () => {
    expect(await draftsOf(aFile("src/שלום/\u{1f469}\u200d\u{1f4bb}.ts", null, "x\n"))).toEqual([]);
  });
});

test.each([
  ["long code", `${"const a = 1; ".repeat(200)}ad\u200bmin${"; call(b)".repeat(200)}`],
  ["long emoji", `${"\u{1f469}\u200d\u{1f4bb} ".repeat(200)}ad\u200bmin${" \u2764\ufe0f".repeat(200)}`],
  ["long and nothing else", "\u200b".repeat(2_000)],
  ["a lone carriage return", "// x\reval(y)"],
  ["nothing that can be seen", "\u2066\u2067"],
])("the gate finds the quote of %s", async (_, line) => {
  const file = aFile("a.ts", "first\n", `first\n${line}\n`);
  const [draft] = await draftsOf(file);
  expect(anchorIn(aChange(file))(draft ?? { path: "", quote: "" })).toMatchObject({ place: { startLine: 2, line: 2 } });
});
