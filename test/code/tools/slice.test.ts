import { describe, expect, test } from "vitest";
import { changedSymbols } from "../../../src/code/symbols/changed-symbols.ts";
import { symbolReader } from "../../../src/code/symbols/read-symbols.ts";
import { sliceFor } from "../../../src/code/symbols/slice.ts";
import { symbolGrammars } from "../../../src/panel/choosing/assets.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { memorySnapshot } from "../../support/memory-snapshot.ts";

const symbolsOf = symbolReader(symbolGrammars);
const { signal } = new AbortController();

const before = `import { tax } from "./tax";
import { round } from "./round";

export function total(items: number[]): number {
  return items.length;
}

export function old(): number {
  return 1;
}
${"// far away\n".repeat(12)}
export function unrelated(): number {
  return total([]);
}
`;
const after = before
  .replace("return items.length", "return round(tax(items.length))")
  .replace(/export function old[\s\S]*?\n}\n/, "");
const file = aFile("src/total.ts", before, after);
const texts = {
  "src/total.ts": after,
  "src/tax.ts": "export const rate = 2;\n\nexport function tax(value: number) {\n  return value * rate;\n}\n",
  "src/round.ts": "export function round(value: number) {\n  return value;\n}\n",
  "other/round.ts": "export function round() {}\n",
  "src/bill.ts": 'import { total, old } from "./total";\n\nexport function bill() {\n  return total([1]) + old();\n}\n',
  "other/far.ts": "export function far(total: number) {\n  return total;\n}\n",
  "test/total.test.ts": 'import { total } from "../src/total";\n\ntest("total", () => {\n  total([2]);\n});\n',
  "dist/total.js": "total();\n",
  "notes.md": "total\n",
};
const { parts } = inOneBatch([file]).batch;
const sides = { head: memorySnapshot(texts), symbolsOf };
const labels = (pieces: readonly { kind: string; path: string; from: number; to: number }[]): string[] =>
  pieces.map(({ kind, path, from, to }) => `${kind} ${path} ${from}-${to}`);

describe("changedSymbols", () => {
  test("names what encloses changed lines, and what was deleted", async () => {
    const symbols = await changedSymbols(parts, sides, signal);
    expect(symbols.map(({ path, name, kind, change }) => `${path} ${kind} ${name} ${change}`)).toEqual([
      "src/total.ts function total changed",
      "src/total.ts function old deleted",
    ]);
  });

  test("a change inside a method names the method and not its class; a removed line counts", async () => {
    const text = "class A {\n  b() {\n    one();\n    two();\n  }\n  c() {}\n}\n";
    const changed = aFile("a.ts", text, text.replace("    two();\n", ""));
    const symbols = await changedSymbols(inOneBatch([changed]).batch.parts, sides, signal);
    expect(symbols.map(({ name }) => name)).toEqual(["b"]);
  });

  test("reads the two snapshots where the change brings no texts", async () => {
    const bare = { ...file, headText: undefined, baseText: undefined };
    const { parts: unread } = inOneBatch([bare]).batch;
    const base = memorySnapshot({ "src/total.ts": before });
    expect(await changedSymbols(unread, { ...sides, base }, signal)).toEqual(
      await changedSymbols(parts, sides, signal),
    );
  });
});

describe("sliceFor", () => {
  test("brings callers, then definitions, then tests, and no line of the diff", async () => {
    const { pieces, notes } = await sliceFor(parts, sides, signal);
    expect(labels(pieces)).toEqual([
      "caller src/bill.ts 3-5",
      "caller src/total.ts 21-23",
      "caller other/far.ts 1-3",
      "definition src/round.ts 1-3",
      "definition src/tax.ts 3-5",
      "test test/total.test.ts 1-5",
    ]);
    expect(pieces[0]).toMatchObject({
      text: "export function bill() {\n  return total([1]) + old();\n}",
      why: "uses `total`, which the change touches; uses `old`, which the change deletes",
    });
    expect(notes).toEqual([]);
    const shown = new Set(file.hunks.flatMap(({ lines }) => lines.map(({ head }) => head)));
    for (const { path, from, to } of pieces)
      if (path === file.path) for (let line = from; line <= to; line++) expect(shown).not.toContain(line);
  });

  test("a changed constructor brings the calls of its class", async () => {
    const text = "export class Cart {\n  constructor(size: number) {\n    this.size = size;\n  }\n}\n";
    const cart = aFile("src/cart.ts", text.replace("= size;", "= 1;"), text);
    const head = memorySnapshot({
      "src/cart.ts": text,
      "src/shop.ts": "export function shop() {\n  return new Cart(2);\n}\n",
    });
    const { pieces } = await sliceFor(inOneBatch([cart]).batch.parts, { ...sides, head }, signal);
    expect(labels(pieces)).toEqual(["caller src/shop.ts 1-3"]);
  });

  test.each([
    ["shop/cart.py", "from shop.tax import rate\n", "shop/tax.py", "def rate():\n    return 2\n"],
    [
      "src/Cart.java",
      "import com.acme.Tax;\n",
      "lib/com/acme/Tax.java",
      "class Tax {\n  static int rate() { return 2; }\n}\n",
    ],
    ["src/cart.rs", "use crate::tax::rate;\n", "src/tax.rs", "pub fn rate() -> u32 {\n    2\n}\n"],
    ["cart.c", '#include "lib/tax.h"\n', "lib/tax.h", "int rate(void);\n"],
    ["lib/cart.rb", 'require_relative "./tax"\n', "lib/tax.rb", "def rate\n  2\nend\n"],
    ["cart/Cart.kt", "import acme.tax.rate\n", "acme/tax.kt", "fun rate() = 2\n"],
    ["far/away.go", "package far\n", "other/tax.go", "func rate() int {\n\treturn 2\n}\n"],
  ])(
    "%s: an import, or else a search, leads to the definition of a used name",
    async (path, begin, definer, definition) => {
      const text = `${begin}x = rate();\n`;
      const head = memorySnapshot({ [path]: text, [definer]: definition, "many/tax.txt": "def rate" });
      const { pieces } = await sliceFor(inOneBatch([aFile(path, begin, text)]).batch.parts, { ...sides, head }, signal);
      expect(pieces.map((one) => `${one.kind} ${one.path}`)).toEqual([`definition ${definer}`]);
    },
  );

  test("does not depend on the order of files, parts and searches", async () => {
    const more = aFile("src/tax.ts", "", texts["src/tax.ts"]);
    const some = inOneBatch([file, more]).batch.parts;
    const backwards = { ...sides, head: memorySnapshot(texts, (paths) => paths.toReversed()) };
    expect(await sliceFor(some.toReversed(), backwards, signal)).toEqual(await sliceFor(some, sides, signal));
  });

  test("keeps to its limit and says what it left out", async () => {
    const { pieces, notes } = await sliceFor(parts, sides, signal, 600);
    expect(labels(pieces)).toEqual(["caller src/bill.ts 3-5", "definition src/round.ts 1-3"]);
    expect(notes).toEqual([
      "4 pieces of code left out, because the limit is 600 bytes: other/far.ts, src/tax.ts, src/total.ts, test/total.test.ts",
    ]);
    expect((await sliceFor(parts, sides, signal, 0)).pieces).toEqual([]);
  });

  test("says that a language has no grammar, and that a file could not be read", async () => {
    const head = memorySnapshot({ ...texts, "src/Pay.kt": "fun pay() {\n    total(1)\n}\n" });
    const gone = {
      ...head,
      read: async (path: string) => (path === "src/bill.ts" ? { refused: "it is a link" } : head.read(path, signal)),
    };
    const { pieces, notes } = await sliceFor(parts, { ...sides, head: gone }, signal);
    expect(labels(pieces)).toContain("caller src/Pay.kt 1-3");
    expect(notes).toEqual([
      "src/Pay.kt was searched by words and not parsed: there is no grammar for its language",
      "src/bill.ts was not read: it is a link",
    ]);
  });

  test("a change without code has no slice and reads nothing", async () => {
    const head = memorySnapshot(texts);
    const { parts: prose } = inOneBatch([aFile("notes.md", "a\n", "total\n")]).batch;
    expect(await sliceFor(prose, { ...sides, head }, signal)).toEqual({ pieces: [], notes: [] });
    expect(head.asked).toEqual([]);
  });

  test("hostile texts anywhere in the repository end soon", async () => {
    const evil = "total(".repeat(300_000);
    const head = memorySnapshot({
      ...texts,
      "src/evil.ts": `total();\n${evil}`,
      "src/deep.ts": "total((((((((((\n".repeat(10_000),
    });
    const start = performance.now();
    const { pieces } = await sliceFor(parts, { ...sides, head }, signal);
    expect(pieces.length).toBeGreaterThan(3);
    expect(performance.now() - start).toBeLessThan(10_000);
  }, 20_000);
});
