import { describe, expect, test } from "vitest";
import type { Candidate } from "../../src/debate/gate.ts";
import { idGiver } from "../../src/debate/identity.ts";
import { merge } from "../../src/debate/merge.ts";
import type { Draft, Place } from "../../src/domain/finding.ts";

function candidate(seat: string, place: Partial<Place>, draft: Partial<Draft> = {}): Candidate {
  const path = place.path ?? "a.ts";
  return {
    seat,
    draft: {
      severity: "P1",
      category: "correctness",
      title: "Wrong total",
      detail: "d",
      path,
      quote: "sum(x)",
      ...draft,
    },
    place: { path, anchor: "hunk", side: "RIGHT", startLine: 10, line: 10, ...place },
  };
}
const merged = (...candidates: Candidate[]) => merge(candidates, idGiver());

describe("merge", () => {
  test("golden (b) the same bug as P0 and P1 merges into one", () => {
    const [finding, ...others] = merged(
      candidate("claude", {}, { severity: "P1" }),
      candidate("gpt", {}, { severity: "P0" }),
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: "P0", alsoReported: [{ title: "Wrong total" }] });
    expect(new Set(finding?.raisedBy)).toEqual(new Set(["claude", "gpt"]));
  });

  test("golden (c) four copies of one bug by one seat are one finding of one raiser", () => {
    const copies = Array.from({ length: 4 }, () => candidate("claude", {}, { severity: "P0" }));
    expect(merged(...copies)).toMatchObject([{ raisedBy: ["claude"], votes: { agree: [] } }]);
  });

  test("severity is the median of the raisers, ties upward", () => {
    const severities = (...raised: Draft["severity"][]) =>
      merged(...raised.map((severity, seat) => candidate(`seat${seat}`, {}, { severity }))).map(
        (finding) => finding.severity,
      );
    expect(severities("P0", "P2")).toEqual(["P0"]);
    expect(severities("P2", "P2", "P0")).toEqual(["P2"]);
    expect(severities("P0", "P1", "P2")).toEqual(["P1"]);
  });

  test("nothing chains: a third one that only overlaps the second stays apart", () => {
    const findings = merged(
      candidate("a", { startLine: 10, line: 12 }, { title: "one" }),
      candidate("b", { startLine: 12, line: 14 }, { title: "two" }),
      candidate("c", { startLine: 14, line: 16 }, { title: "three" }),
    );
    expect(findings.map(({ raisedBy }) => raisedBy)).toEqual([["a", "b"], ["c"]]);
  });

  test("blind raisers beyond the first count as agreeing", () => {
    expect(merged(candidate("a", {}), candidate("b", {}))).toMatchObject([{ votes: { agree: ["b"] } }]);
  });

  test("ids depend on file and quote only, and never repeat in one review", () => {
    const [first] = merged(candidate("a", {}, { title: "x", severity: "P2" }));
    const [second] = merged(candidate("b", { startLine: 40, line: 40 }, { title: "y", quote: " sum(x) " }));
    expect(second?.id).toBe(first?.id);
    const twice = merged(candidate("a", {}), candidate("a", { startLine: 90, line: 90 }));
    expect(new Set(twice.map(({ id }) => id)).size).toBe(2);
  });

  test("the order of the candidates changes nothing but the raisers' order", () => {
    const all = [candidate("a", {}), candidate("b", { startLine: 50, line: 50 }), candidate("c", { path: "b.ts" })];
    expect(merged(...[...all].reverse())).toEqual(merged(...all));
  });
});
