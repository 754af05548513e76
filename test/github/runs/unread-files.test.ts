import { expect, test } from "vitest";
import type { Review } from "../../../src/domain/review.ts";
import { reviewOnGitHub } from "../../../src/github/runs/pull-request.ts";
import { leakingText } from "../../scenarios/samples.ts";
import { bytesOf, type Files } from "../../support/github-server/world.ts";
import { aTopic, reviewOffline } from "../../support/local-review.ts";
import { runRequest } from "../../support/run-request.ts";
import { checkOn, startScenario } from "../../support/scenario.ts";

const { signal } = new AbortController();
const code = { "src/a.ts": "export const a = 1;\n" };
const pointer = (bytes: number) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize ${bytes}\n`;
const little = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").toString("latin1");
const big = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("latin1");
const wide = (text: string) => ["\0\0\xfe\xff", ...Array.from(text, (letter) => `\0\0\0${letter}`)].join("");
const leak = leakingText;
const long = (line: string) => line.repeat(Math.ceil(1_300_000 / line.length));

interface Case {
  readonly base?: Files;
  readonly head: Files;
  readonly title: unknown;
  readonly conclusion: string;
  readonly unreadable?: readonly object[];
  readonly code?: string;
}
const said = (count: number, kind: string) => `Rules only: 0 findings; ${count} ${kind} not reviewed`;
const binary = (path: string) => ({ path, what: "binary", detail: expect.stringMatching(/\d bytes/) });
const clean = { title: "Rules only: 0 findings", conclusion: "neutral" };

/** What a change brings, and what every surface says about it. */
const table: readonly (readonly [name: string, change: Case])[] = [
  [
    "a pointer of Git LFS",
    {
      base: { "model.onnx": pointer(1_000) },
      head: { "model.onnx": pointer(12_345) },
      ...{ title: said(1, "LFS file"), conclusion: "neutral" },
      unreadable: [{ path: "model.onnx", what: "lfs", detail: expect.stringContaining("12345 bytes") }],
    },
  ],
  [
    "a sheet in docs",
    {
      head: { "docs/a.xlsx": "PK\0\u0001" },
      title: said(1, "binary file"),
      conclusion: "neutral",
      unreadable: [binary("docs/a.xlsx")],
    },
  ],
  [
    "a jar of Gradle and WebAssembly",
    {
      head: { "gradle/wrapper/gradle-wrapper.jar": "PK\0", "x.wasm": "\0asm" },
      ...{ title: said(2, "binary files"), conclusion: "neutral" },
      unreadable: [binary("gradle/wrapper/gradle-wrapper.jar"), binary("x.wasm")],
    },
  ],
  [
    "code with a NUL",
    {
      head: { "src/b.ts": "run(1)\0" },
      title: said(1, "binary file"),
      conclusion: "neutral",
      unreadable: [binary("src/b.ts")],
    },
  ],
  ["a binary file that is gone", { base: { "x.wasm": "\0asm" }, head: {}, ...clean }],
  ["a picture", { head: { "logo.png": "\0PNG" }, ...clean }],
  [
    "a broken mark",
    {
      head: { "a.txt": "\xff\xfea\0b" },
      title: said(1, "file in an unknown encoding"),
      conclusion: "neutral",
      unreadable: [{ path: "a.txt", what: "encoding", detail: expect.stringContaining("5 bytes") }],
    },
  ],
  [
    "UTF-16 is read",
    {
      base: { "src/b.ts": little("let b;\n") },
      head: { "src/b.ts": little(`let b;\n${leak}`) },
      title: "1 P0 finding blocks this merge",
      conclusion: "failure",
    },
  ],
  [
    "UTF-16 with the big end first is read",
    { head: { "src/b.ts": big(leak) }, title: "1 P0 finding blocks this merge", conclusion: "failure" },
  ],
  [
    "UTF-32 is read",
    { head: { "src/b.ts": wide(leak) }, title: "1 P0 finding blocks this merge", conclusion: "failure" },
  ],
  [
    "from a binary file to a text",
    {
      base: { "src/b.ts": "\0" },
      head: { "src/b.ts": leak },
      title: "1 P0 finding blocks this merge",
      conclusion: "failure",
    },
  ],
  [
    "from UTF-16 to UTF-8, with the same text",
    { base: { "src/b.ts": little("let b;\n") }, head: { "src/b.ts": "let b;\n" }, ...clean },
  ],
  [
    "a large fixture",
    {
      head: { "test/fixtures/rows.sql": long("insert into t values (1);\n") },
      title: said(1, "large file"),
      conclusion: "neutral",
    },
  ],
  [
    "a secret in a large fixture",
    {
      head: { "seed.json": `${long(`["${"a ".repeat(100)}"],\n`)}${leak}` },
      title: "1 P0 finding blocks this merge",
      conclusion: "failure",
    },
  ],
  [
    "a large lock file is searched as any other",
    { head: { "yarn.lock": long(`"${"a ".repeat(100)}@1":\n`) }, ...clean },
  ],
  [
    "a line in a large fixture",
    { base: { "seed.sql": long("-- a\n") }, head: { "seed.sql": `${long("-- a\n")}-- b\n` }, ...clean },
  ],
  [
    "large code",
    {
      head: { "src/b.ts": long("export {};\n") },
      title: expect.stringContaining("1 of 2 files not fully reviewed"),
      conclusion: "failure",
    },
  ],
];

function written(files: Files): Readonly<Record<string, Buffer>> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytesOf(text)]));
}

async function remotely(base: Files, head: Files): Promise<Review> {
  const scenario = await startScenario({ base, head: { ...code, ...head } });
  const request = runRequest(scenario);
  const github = { ...request.github, webUrl: "https://github.com" };
  const { review } = await reviewOnGitHub({ ...request, github }, signal);
  expect(checkOn(scenario.github, scenario.pull.head.sha)).toMatchObject({
    conclusion: review.conclusion,
    output: { title: review.title },
  });
  expect(scenario.github.violations).toEqual([]);
  await scenario.close();
  return review;
}

test.each(table)(
  "%s: one answer here and on GitHub",
  async (_name, { base = {}, head, title, conclusion, unreadable = [] }) => {
    const repository = aTopic(written(base), written({ ...code, ...head }));
    for (const path of Object.keys(base)) {
      if (Object.hasOwn(head, path)) continue;
      repository.git("rm", "-q", path);
      repository.commit();
    }
    const here = await reviewOffline(repository);
    const there = await remotely(base, head);
    for (const review of [here, there]) {
      expect(review).toMatchObject({ title, conclusion });
      expect(review.unreadable).toEqual(unreadable);
    }
    expect(there.coverage.files.map(({ path, state }) => [path, state])).toEqual(
      here.coverage.files.map(({ path, state }) => [path, state]),
    );
  },
);
