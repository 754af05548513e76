import { describe, expect, test } from "vitest";
import { cutBatches, enclosingBlock } from "../../../src/code/diff/batch.ts";
import { triage } from "../../../src/code/diff/triage.ts";
import type { Batch } from "../../../src/domain/change.ts";
import { aFile } from "../../support/change-builder.ts";

const body = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, line) => `line ${line} of ${name}`).join("\n");
const files = (touched = ""): ReturnType<typeof aFile>[] =>
  Array.from({ length: 10 }, (_, folder) => `src/part${folder}`).flatMap((folder) =>
    ["a.ts", "b.ts"].map((name) =>
      aFile(`${folder}/${name}`, null, body(`${folder}/${name}${folder === touched ? " again" : ""}`, 60)),
    ),
  );
const paths = (batch: Batch): string[] => batch.parts.map(({ file }) => file.path);

describe("cutBatches", () => {
  test("everything that fits is one batch", () => {
    expect(cutBatches(files(), 1_000_000).map(paths)).toHaveLength(1);
  });

  test("a push that touches one of ten folders changes one batch", () => {
    const before = cutBatches(files(), 1_400).map((batch) => JSON.stringify(batch));
    const after = cutBatches(files("src/part4"), 1_400).map((batch) => JSON.stringify(batch));
    expect(before).toHaveLength(10);
    expect(after.filter((batch) => !before.includes(batch))).toHaveLength(1);
  });

  test("no hunk is cut, none is lost, and none appears twice", () => {
    const base = body("big", 3_000);
    const head = base
      .split("\n")
      .map((line, index) => (index % 100 === 50 ? `${line} changed` : line))
      .join("\n");
    const file = aFile("src/big.ts", base, head);
    const batches = cutBatches([file], 500);
    const hunks = batches.flatMap(({ parts }) => parts.flatMap((part) => part.hunks.map(({ hunk }) => hunk)));
    expect(batches.length).toBeGreaterThan(1);
    expect(hunks).toEqual(file.hunks);
    for (const { tokens, parts } of batches)
      expect(tokens <= 500 || parts.flatMap((part) => part.hunks).length === 1).toBe(true);
  });

  test("the order of the files does not matter", () => {
    expect(cutBatches(files().reverse(), 1_000)).toEqual(cutBatches(files(), 1_000));
  });
});

describe("enclosingBlock", () => {
  test("gives the lines from the block's opening to the hunk", () => {
    const base = [
      "class A {",
      "  method() {",
      ...Array.from({ length: 8 }, (_, line) => `    step${line}();`),
      "    last();",
      "  }",
      "}",
    ];
    const head = base.with(10, "    changed();");
    const file = aFile("a.ts", base.join("\n"), head.join("\n"));
    const [hunk] = file.hunks;
    if (hunk === undefined) throw new Error("expected a hunk");
    expect(enclosingBlock(file, hunk).map(({ text }) => text)).toEqual(base.slice(0, 7));
  });

  test("is empty where the head file is unknown", () => {
    const file = aFile("a.ts", "a\nb\n", "a\nc\n", { headText: undefined });
    const [hunk] = file.hunks;
    if (hunk === undefined) throw new Error("expected a hunk");
    expect(enclosingBlock(file, hunk)).toEqual([]);
  });
});

describe("triage", () => {
  const read = triage(["docs/**"]);
  test.each([
    ["web/package-lock.json", "secrets-only", "lock file"],
    ["vendor/lib/x.go", "secrets-only", "vendored"],
    ["src/api.pb.go", "secrets-only", "generated"],
    ["docs/a.md", "excluded", "base configuration"],
  ])("%s is %s", (path, state, reason) => {
    expect(read(aFile(path, null, "x\n"))).toMatchObject({ state, reason: expect.stringContaining(reason) });
  });

  test("a header that says @generated hides nothing", () => {
    expect(read(aFile("src/a.ts", null, "// @generated\nevil()\n"))).toEqual({ state: "read" });
  });

  test("a binary file is excluded with its reason", () => {
    expect(read(aFile("logo.png", null, "", { kind: "binary" }))).toEqual({ state: "excluded", reason: "binary" });
  });
});
