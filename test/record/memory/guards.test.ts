import { describe, expect, test } from "vitest";
import { undecided } from "../../../src/domain/decisions.ts";
import type { Finding } from "../../../src/domain/finding.ts";
import { unreviewed } from "../../../src/github/decisions/remembered.ts";
import { type DecidedSource, type DismissedCase, sourceOfState } from "../../../src/record/memory/cases.ts";
import { ledgerOf } from "../../../src/record/memory/ledger.ts";
import { memoryAt } from "../../../src/record/memory/memory-now.ts";
import { recall } from "../../../src/record/memory/recall.ts";
import { suggestItems, suppressedBy } from "../../../src/record/memory/suggest.ts";
import { anItem, memoryOf } from "../../support/memory.ts";
import { aFinding } from "../../support/review-builder.ts";

const title = "The connection pool is never closed";

function found(more: Partial<Finding> = {}): Finding {
  return aFinding({ severity: "P1", category: "resource", title, path: "src/db.js", ...more });
}

function source(more: Partial<DismissedCase> = {}, repo = "octo/shop"): DecidedSource {
  const origin = { repo, number: 7 };
  const one: DismissedCase = {
    finding: found(),
    kind: "false-positive",
    by: "max",
    why: "It is fine.",
    mayUnblock: true,
    origin,
    ...more,
  };
  return { origin, cases: [one], findings: [one.finding], blockOn: "P0", personas: new Map() };
}

describe("what a ballot may see of the memory", () => {
  const many = Array.from({ length: 12 }, (_, index) => anItem({ id: `item-${index}` }));
  const seen = (maxItems: number, items = many): number =>
    recall({ items, maxItems }, [found()]).get(found().id)?.length ?? 0;

  test("at most max-items items", () => {
    expect([seen(20), seen(3)]).toEqual([12, 3]);
  });

  test("at most 2,000 tokens, which are 8,000 characters", () => {
    const long = many.map((item) => ({ ...item, reason: `${item.reason} ${"pool ".repeat(190)}` }));
    expect(seen(20, long)).toBe(7);
  });

  test("an item counts on its last day, and not on the next", () => {
    const memory = memoryOf(anItem({ until: "2026-11-23" }));
    expect(memoryAt(memory, new Date("2026-11-23T23:59:00Z")).expired).toEqual([]);
    expect(memoryAt(memory, new Date("2026-11-24T00:00:00Z")).active.items).toEqual([]);
  });
});

describe("what becomes a candidate", () => {
  test.each([
    ["a duplicate", { kind: "duplicate" }, "dismissed as duplicate"],
    ["what only the author of the change dismissed", { mayUnblock: false }, "not a decision of the team"],
    ["what only the author argued away", { kind: "withdrawn", mayUnblock: false }, "not a decision of the team"],
  ] as const)("%s does not, and the reason is named", (_name, more, why) => {
    expect(suggestItems([source(more)], [])).toMatchObject({ suggestions: [], left: [expect.stringContaining(why)] });
  });

  test("what a person argued away does, with the result of the hearing: the seats judged the code", () => {
    const [one] = suggestItems([source({ kind: "withdrawn", why: "The pool is closed in line 9." })], []).suggestions;
    expect(one).toMatchObject({
      item: { kind: "false-positive", title, reason: "The pool is closed in line 9." },
      evidence: [expect.stringMatching(/^@max argued against P1 .*octo\/shop#7\), and the seats withdrew it/)],
    });
  });

  const fixedIn = (findings: readonly Finding[]) => suggestItems([{ ...source(), cases: [], findings }], []);

  test("a P1 that was fixed becomes a decision, which takes nothing out", () => {
    const fixed = found({ status: "fixed" });
    expect(fixedIn([fixed, fixed])).toMatchObject({
      suggestions: [
        {
          item: { kind: "decision", title, reason: "The team fixed this." },
          evidence: [expect.stringContaining("was changed, and the finding did not come back")],
          suppressed: [],
        },
      ],
      left: [],
    });
  });

  test.each([
    ["is open again", [found({ status: "fixed" }), found({ status: "accepted" })]],
    ["was a P2", [found({ status: "fixed", severity: "P2" })]],
    ["was a P0", [found({ status: "fixed", severity: "P0" })]],
    ["was about security", [found({ status: "fixed", category: "security" })]],
  ])("a fixed finding that %s does not, and is not listed", (_name, findings) => {
    expect(fixedIn(findings)).toEqual({ suggestions: [], left: [] });
  });

  test("what was dismissed comes before what was fixed, and covers it", () => {
    const later = { ...source(), cases: [], findings: [found({ status: "fixed" })] };
    const { suggestions, left } = suggestItems([later, source()], []);
    expect(suggestions).toMatchObject([{ item: { kind: "false-positive" } }]);
    expect(left).toEqual([expect.stringContaining("covers it")]);
  });

  test.each([
    ["https://ghe.example", "https://ghe.example/octo/shop/pull/7"],
    ["http://ghe.example", undefined],
    [null, undefined],
  ])("a link leads to the server of the repository, here %s", (webUrl, link) => {
    expect(suggestItems([source()], [], webUrl).suggestions[0]?.item.link).toBe(link);
  });

  test("a link is built only from a plain name of a repository", () => {
    const origin = { repo: "octo/shop/../../x?", number: 7 };
    const [one] = suggestItems([source({ origin })], [], "https://github.com").suggestions;
    expect(one?.item).not.toHaveProperty("link");
  });

  test("a P0 of the same words is not among what it would have suppressed", () => {
    const both = {
      ...source(),
      findings: [found(), found({ id: "0000000b", severity: "P0", path: "src/db.js", line: 99 })],
    };
    expect(suppressedBy(anItem(), [both])).toEqual([expect.stringContaining("P1")]);
  });

  test("a finding that was a P0 when it was dismissed stays one, also if a later review says P2", () => {
    const dismissal = {
      finding: found().id,
      kind: "false-positive",
      by: "max",
      why: "It is fine.",
      at: "",
      mayUnblock: true,
    } as const;
    const state = { ...unreviewed, findings: [found({ severity: "P2" })] };
    const decisions = { ...undecided, dismissals: [{ ...dismissal, severity: "P0" as const }] };
    const [one] = sourceOfState(state, decisions, { repo: "octo/shop", number: 7 }).cases;
    expect(one?.finding.severity).toBe("P0");
  });
});

test("the ledger counts a finding once that a review lists as fixed and as open", () => {
  const twice = { ...source(), cases: [], findings: [found({ status: "fixed" }), found({ status: "accepted" })] };
  expect(ledgerOf([twice]).seats).toMatchObject([{ raised: 1, useful: 1 }]);
});
