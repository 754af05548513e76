import { describe, expect, test } from "vitest";
import { unreviewed } from "../../src/decisions/remembered.ts";
import { undecided } from "../../src/domain/decisions.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { type DecidedSource, type DismissedCase, sourceOfState } from "../../src/memory/cases.ts";
import { ledgerOf } from "../../src/memory/ledger.ts";
import { memoryAt } from "../../src/memory/memory-now.ts";
import { recall } from "../../src/memory/recall.ts";
import { suggestItems, suppressedBy } from "../../src/memory/suggest.ts";
import { anItem, memoryOf } from "../support/memory.ts";
import { aFinding } from "../support/review-builder.ts";

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
  test.each(["duplicate", "withdrawn"] as const)("a finding dismissed as %s does not", (kind) => {
    expect(suggestItems([source({ kind })], [])).toMatchObject({
      suggestions: [],
      left: [expect.stringContaining(`dismissed as ${kind}`)],
    });
  });

  test("a link is built only from a plain name of a repository", () => {
    const origin = { repo: "octo/shop/../../x?", number: 7 };
    const [one] = suggestItems([source({ origin })], []).suggestions;
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

test("the ledger counts a finding once that is open and among the told ones", () => {
  const twice = { ...source(), cases: [], findings: [found({ status: "fixed" }), found({ status: "accepted" })] };
  expect(ledgerOf([twice]).seats).toMatchObject([{ raised: 1, useful: 1 }]);
});
