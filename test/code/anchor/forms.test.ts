import { describe, expect, test } from "vitest";
import { anchorIn } from "../../../src/code/anchor/anchor.ts";
import { pathForms } from "../../../src/code/anchor/paths.ts";
import { allRepairs } from "../../../src/code/anchor/quote.ts";
import { aChange, aFile } from "../../support/change-builder.ts";
import { allForms, formsOfPath, formsOfQuote } from "../../support/code-forms.ts";

const { pathFiles, quotes, findings } = allForms;
const change = aChange(
  ...pathFiles.map(({ path, text }) => aFile(path, null, text)),
  aFile(quotes.path, quotes.base, quotes.head),
);
const anchor = anchorIn(change);
const placed = (at: typeof anchor, { raised, place }: (typeof findings)[number]): boolean => {
  const found = at(raised);
  return "place" in found && found.place.path === place.path && found.place.line === place.line;
};

test("the tables have forty forms of each kind and more", () => {
  expect(formsOfPath.length).toBeGreaterThanOrEqual(40);
  expect(formsOfQuote.length).toBeGreaterThanOrEqual(40);
});

describe("what a seat says has its place in whatever form it is typed", () => {
  test.each(findings.map((finding) => [finding.raised.title, finding] as const))("%s", (_, { raised, place }) => {
    expect(anchor(raised)).toMatchObject({ place });
  });
});

describe("no repair is there for nothing", () => {
  const without = (forms: Parameters<typeof anchorIn>[3]): string[] => {
    const less = anchorIn(change, undefined, undefined, forms);
    return findings.filter((finding) => !placed(less, finding)).map(({ raised }) => raised.title);
  };

  test.each(pathForms.map((form) => [form.name, form] as const))("paths: %s", (_, form) => {
    expect(without({ paths: pathForms.filter((one) => one !== form) })).not.toEqual([]);
  });

  test.each(allRepairs.forms.map((form) => [form.name, form] as const))("quotes: %s", (_, form) => {
    expect(without({ quotes: { ...allRepairs, forms: allRepairs.forms.filter((one) => one !== form) } })).not.toEqual(
      [],
    );
  });

  test("quotes: typography", () => {
    // White space includes it, so both are left out.
    expect(without({ quotes: { ...allRepairs, alikes: [] } })).toContain("quote: typographic quotation marks");
  });

  test("quotes: white space", () => {
    const alikes = allRepairs.alikes.filter(({ name }) => name !== "white space");
    const lost = without({ quotes: { ...allRepairs, alikes } });
    expect(lost).toContain("quote: no blanks around an operator");
    expect(lost).not.toContain("quote: typographic quotation marks");
  });

  test("quotes: the end of a line", () => {
    expect(without({ quotes: { ...allRepairs, ends: false } })).toContain("quote: semicolons more on two lines");
  });
});
