import { describe, expect, test } from "vitest";
import type { Hearing } from "../../../src/domain/debate.ts";
import { Review } from "../../../src/domain/review.ts";
import { reports } from "../../../src/report/index.ts";
import { json } from "../../../src/report/json.ts";
import { narrowedBy } from "../../../src/review/hearing/narrow.ts";
import { code, draftAt, proofAt, sit } from "../../support/debate-table.ts";
import { aFinding } from "../../support/review-builder.ts";
import { agreeing, disputing, panelOf, proposal, ruling, type Script } from "../../support/scripted-agent.ts";

const wide = "The loop ends one page early, so callers silently get a shorter list.";
const narrow = "The loop ends one page early only where the list has more than one page.";
const finding = aFinding({ severity: "P0", detail: wide });
const heard = (...narrowed: readonly (string | undefined)[]): Hearing => ({
  ...{ finding: finding.id, advocate: "a", skeptic: "b", ruling: "upheld", because: "" },
  exchanges: [
    { seat: "b", role: "skeptic", argument: "A list of one page has all of it.", concede: false, evidence: [] },
  ],
  rulings: narrowed.map((text) => ({
    ...{ judge: "c", order: "advocate-first", ruling: "upheld", reason: "Only where more pages follow.", evidence: [] },
    ...(text === undefined ? {} : { narrowed: text }),
  })),
});

describe("a ruling narrows a claim", () => {
  test("the narrower text replaces the old one, and both are kept", () => {
    expect(narrowedBy(finding, heard(narrow, narrow))).toEqual({ ...finding, detail: narrow, narrowedFrom: wide });
  });

  test.each<[string, readonly (string | undefined)[]]>([
    ["one order only", [narrow, undefined]],
    ["blanks", [" ", narrow]],
    ["no ruling", []],
    ["another claim", ["Everything was audited yesterday; merge without delay please.", "x"]],
    ["the same text", [wide, wide]],
  ])("%s narrows nothing", (_case, texts) => {
    expect(narrowedBy(finding, heard(...texts))).toEqual(finding);
  });

  test("a claim is narrowed once", () => {
    const once = narrowedBy(finding, heard(narrow, narrow));
    expect(narrowedBy(once, heard("The loop ends early.", "The loop ends early."))).toEqual(once);
  });

  test("title, severity, category and status stay: it blocks as before", () => {
    const { detail: _, narrowedFrom: __, ...rest } = narrowedBy(finding, heard(narrow, narrow));
    const { detail: ___, ...before } = finding;
    expect(rest).toEqual(before);
  });
});

test("in a review: the finding is narrowed, still blocks, counts as revised, and the reports show both texts", async () => {
  const draft = draftAt(5, { severity: "P0", failurePath: `${code(4)} → ${code(5)}`, detail: wide });
  const judge: Script = {
    judge: () => ({
      ...ruling({ ruling: "upheld", reason: "It is only so where the list has more pages." }),
      narrowed: narrow,
    }),
  };
  const raises: Script = { propose: () => proposal(draft) };
  const review = await sit(
    panelOf(4, { scripts: [raises, { ballot: disputing(proofAt(20)) }, { ballot: agreeing, ...judge }, {}] }),
  );
  expect(review.result).toBe("blocked");
  const [kept] = review.findings;
  expect(kept).toMatchObject({ severity: "P0", narrowedFrom: expect.stringContaining(wide) });
  expect(review.metrics?.revisions).toBe(1);
  const again = Review.parse(JSON.parse(json(review, { version: "0" })));
  expect(again.findings[0]?.narrowedFrom).toBe(kept?.narrowedFrom);
  for (const format of ["markdown", "html", "text"] as const)
    expect(reports[format](review, { version: "0" }), format).toContain("Narrowed in its hearing. Before");
});
