import { describe, expect, test } from "vitest";
import { weighVotes } from "../../../src/domain/memory/vote-weights.ts";
import { ledgerOf } from "../../../src/record/memory/ledger.ts";
import { voteWeights, weightNotes } from "../../../src/record/memory/vote-weights.ts";
import { aFinding, idOf } from "../../support/review-builder.ts";

interface Ends {
  readonly fixed?: number;
  readonly overturned?: number;
  readonly open?: number;
  readonly unfounded?: number;
}

/** The ledger of one seat whose findings came to these ends. */
function ledgerWith({ fixed = 0, overturned = 0, open = 0, unfounded = 0 }: Ends) {
  const some = (kind: string, count: number, more: Parameters<typeof aFinding>[0]) =>
    Array.from({ length: count }, (_, at) => aFinding({ id: idOf(`${kind} ${at}`), raisedBy: ["one"], ...more }));
  const findings = [
    ...some("fixed", fixed, { status: "fixed" }),
    ...some("overturned", overturned, { status: "eliminated", eliminatedAt: "ballot" }),
    ...some("open", open, { status: "accepted" }),
    ...some("unfounded", unfounded, { status: "eliminated", eliminatedAt: "gate" }),
  ];
  return ledgerOf([{ origin: { repo: null, number: null }, cases: [], findings, blockOn: "P0", personas: new Map() }]);
}

describe("the weight of a seat", () => {
  test.each<[string, Ends, number]>([
    ["14 of 20 were useful: 0.5 + 0.7", { fixed: 14, overturned: 6 }, 1.2],
    ["7 of 21 were useful: 0.5 + 0.3333", { fixed: 7, overturned: 14 }, 0.83],
    ["5 of 10 were useful: 0.5 + 0.5", { fixed: 5, overturned: 5 }, 1],
    ["none of 10 was useful: the least", { overturned: 10 }, 0.5],
    ["none of 500 was useful: still the least", { overturned: 500 }, 0.5],
    ["all 500 were useful: the most", { fixed: 500 }, 1.5],
    ["9 decided are too few, all useful", { fixed: 9 }, 1],
    ["9 decided are too few, none useful", { overturned: 9 }, 1],
    ["open and unfounded findings are not decided", { fixed: 9, open: 40, unfounded: 40 }, 1],
    ["10 decided are enough", { fixed: 9, overturned: 1 }, 1.4],
  ])("%s", (_, ends, weight) => {
    expect(voteWeights(["one"], ledgerWith(ends))).toMatchObject([{ seat: "one", weight }]);
  });

  test("a seat that the ledger does not know counts 1, also one with the name of a property", () => {
    expect(voteWeights(["two", "constructor"], ledgerWith({ fixed: 20 }))).toEqual([
      { seat: "two", weight: 1, decided: 0, fixed: 0 },
      { seat: "constructor", weight: 1, decided: 0, fixed: 0 },
    ]);
  });

  test("the note names each weight with its figures", () => {
    const weights = [
      ...voteWeights(["one"], ledgerWith({ fixed: 14, overturned: 6 })),
      ...voteWeights(["two"], ledgerWith({})),
    ];
    expect(weightNotes(weights)).toEqual([
      expect.stringMatching(
        /seat one: weight 1\.2, 14 of 20 decided findings were useful; seat two: weight 1, fewer than 10 decided findings \(0\)\.$/,
      ),
    ]);
  });
});

test("equal sums are equal, and a seat without a weight counts 1", () => {
  const weight = (seat: string, value: number) => ({ seat, weight: value, decided: 20, fixed: 0 });
  const weights = [weight("a", 1.1), weight("b", 0.7), weight("c", 0.9), weight("d", 0.9)];
  expect(weighVotes({ agree: ["a", "b"], dispute: ["c", "d"] }, weights)).toEqual({ agree: 1.8, dispute: 1.8 });
  expect(weighVotes({ agree: ["a", "b", "x"], dispute: [] }, weights)).toEqual({ agree: 2.8, dispute: 0 });
});
