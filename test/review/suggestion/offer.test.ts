import { describe, expect, test } from "vitest";
import { formReader } from "../../../src/code/symbols/file-form.ts";
import { symbolGrammars } from "../../../src/panel/choosing/assets.ts";
import { offer, steps } from "../../../src/review/suggestion/offer.ts";
import { aFile } from "../../support/change-builder.ts";
import { aFinding } from "../../support/review-builder.ts";
import { type Form, forms, headOf } from "./forms.ts";

const formOf = formReader(symbolGrammars);

function offered(form: Form, names = Object.keys(steps)) {
  const { text, startLine, line, quote } = headOf(form);
  const { path, suggestion, fix = "" } = form;
  const finding = aFinding({ path, quote, startLine, line, side: "RIGHT", anchor: "hunk", suggestion, fix });
  const some = names.flatMap((name) => steps[name] ?? []);
  return offer(aFile(path, null, text), finding, formOf, some);
}

function isAsExpected(form: Form, result: Awaited<ReturnType<typeof offered>>): boolean {
  return "refused" in result
    ? form.out !== undefined && result.refused.includes(form.out)
    : result.suggestion === form.offered;
}

test.each(forms.map((form) => [form.name, form] as const))("a suggestion: %s", async (_, form) => {
  const { offered: suggestion, out } = form;
  expect(await offered(form)).toEqual(
    suggestion === undefined ? { refused: expect.stringContaining(out ?? "?") } : { suggestion },
  );
});

test.each(Object.keys(steps))("%s is needed", async (name) => {
  const others = Object.keys(steps).filter((one) => one !== name);
  const results = await Promise.all(forms.map(async (form) => isAsExpected(form, await offered(form, others))));
  expect(results).toContain(false);
});

describe("the place of a suggestion", () => {
  const file = aFile("a.ts", "one\ntwo\nthree\n", "one\nTWO\nthree\n");
  const finding = aFinding({ path: "a.ts", line: 2, side: "RIGHT", anchor: "hunk", suggestion: "2\nand\n" });
  const none = async () => null;

  test.each([
    ["a deleted line", { side: "LEFT" as const }, "head side"],
    ["a line outside the diff", { anchor: "file" as const }, "head side"],
    ["a line beyond the hunk", { line: 400 }, "one hunk"],
  ])("is not %s", async (_, overrides, reason) => {
    expect(await offer(file, { ...finding, ...overrides }, none)).toEqual({ refused: expect.stringContaining(reason) });
  });

  test("is not in a file that could not be read", async () => {
    expect(await offer({ ...file, headText: undefined }, finding, none)).toMatchObject({
      refused: expect.stringContaining("could not be read"),
    });
  });

  test("may end a file without a line end, and lie in a file with CRLF", async () => {
    expect(await offer(aFile("a.ts", null, "one();\ntwo();"), { ...finding, suggestion: "2;\n" }, none)).toEqual({
      suggestion: "2;",
    });
    const crlf = aFile("a.ts", null, "one();\r\ntwo();\r\nthree();\r\n");
    expect(await offer(crlf, { ...finding, suggestion: "two();" }, none)).toMatchObject({
      refused: "it changes nothing",
    });
    expect(await offer(crlf, { ...finding, suggestion: "2;\r\nthree();" }, none)).toMatchObject({
      refused: "it repeats the line after it",
    });
    expect(await offer(crlf, { ...finding, suggestion: "2;\r\n3;\r\n" }, none)).toEqual({ suggestion: "2;\n3;" });
  });
});
