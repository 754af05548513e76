import { expect, test } from "vitest";
import { findSymbol } from "../../../src/code/symbols/find-symbol.ts";
import { symbolReader } from "../../../src/code/symbols/read-symbols.ts";
import { symbolGrammars } from "../../../src/panel/choosing/assets.ts";
import { memorySnapshot } from "../../support/memory-snapshot.ts";

const symbolsOf = symbolReader(symbolGrammars);
const { signal } = new AbortController();
const texts = {
  "test/total.test.ts": 'import { total } from "../src/total";\ntest("total", () => total([1]));\n',
  "src/total.ts": "/** total of all */\nexport function total(items: number[]) {\n  return items.length;\n}\n",
  "src/bill.ts": 'import { total } from "./total";\nconst text = "total";\nexport const bill = () => total([]);\n',
  "src/Bill.kt": "fun bill() = total(1)\n",
  "docs/bill.md": "The total is important, subtotals are not.\n",
  "src/subtotal.ts": "export const subtotal = 1;\n",
  "dist/total.js": "function total(){}\n",
};

test("finds definitions and references, production code before tests, and before files without code", async () => {
  expect(await findSymbol(memorySnapshot(texts), symbolsOf, "total", signal)).toEqual({
    definitions: [
      {
        path: "src/total.ts",
        from: 2,
        to: 4,
        text: "export function total(items: number[]) {\n  return items.length;\n}",
      },
    ],
    references: [
      { path: "src/Bill.kt", line: 1, text: "fun bill() = total(1)" },
      { path: "src/bill.ts", line: 1, text: 'import { total } from "./total";' },
      { path: "src/bill.ts", line: 3, text: "export const bill = () => total([]);" },
      { path: "test/total.test.ts", line: 1, text: 'import { total } from "../src/total";' },
      { path: "test/total.test.ts", line: 2, text: 'test("total", () => total([1]));' },
      { path: "docs/bill.md", line: 1, text: "The total is important, subtotals are not." },
    ],
    truncated: false,
    notes: ["src/Bill.kt was searched by words and not parsed: there is no grammar for its language"],
  });
});

test("reads only the files that have the word, and the order of the snapshot does not matter", async () => {
  const snapshot = memorySnapshot(texts);
  const answer = await findSymbol(snapshot, symbolsOf, "total", signal);
  expect(new Set(snapshot.asked)).toEqual(
    new Set(["src/Bill.kt", "src/bill.ts", "src/total.ts", "test/total.test.ts"]),
  );
  expect(
    await findSymbol(
      memorySnapshot(texts, (paths) => paths.toReversed()),
      symbolsOf,
      "total",
      signal,
    ),
  ).toEqual(answer);
});

test("a name that is everywhere gives a bounded answer that says it is cut", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`src/${index}.ts`, "export function run() {\n  run();\n}\n".repeat(10)]),
  );
  const snapshot = memorySnapshot(many);
  const answer = await findSymbol(snapshot, symbolsOf, "run", signal);
  expect(answer).toMatchObject({ truncated: true });
  expect([answer.definitions.length, answer.references.length, snapshot.asked.length]).toEqual([20, 100, 80]);
});

test.each(["", " ", "a|b", "(", "\\", "nowhere", "__proto__", "$&", "é", "x".repeat(100_000)])(
  "the odd name %# finds nothing and does not fail",
  async (name) => {
    const answer = await findSymbol(memorySnapshot(texts), symbolsOf, name, signal);
    expect(answer.definitions).toEqual([]);
  },
);

test("ends when it is aborted", async () => {
  await expect(findSymbol(memorySnapshot(texts), symbolsOf, "total", AbortSignal.abort())).rejects.toThrow();
});
