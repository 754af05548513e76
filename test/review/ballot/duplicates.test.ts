import { describe, expect, test } from "vitest";
import type { Vote } from "../../../src/domain/debate.ts";
import { groupDuplicates } from "../../../src/review/ballot/duplicates.ts";
import type { VoteBook } from "../../../src/review/ballot/settle-votes.ts";
import { draftAt, earlier, hold, proofAt } from "../../support/debate-table.ts";
import { ballot, panelOf, proposal, type Script } from "../../support/scripted-agent.ts";

const first = earlier(10);
const second = earlier(30);
type Cast = readonly [finding: string, seat: string, verdict: Vote["verdict"], of?: string];
const bookOf = (...cast: readonly Cast[]): VoteBook => {
  const book = new Map<string, Map<string, Vote>>();
  for (const [finding, seat, verdict, of] of cast) {
    const votes = book.get(finding) ?? new Map<string, Vote>();
    votes.set(seat, { finding, verdict, reason: "r", evidence: [], ...(of === undefined ? {} : { of }) });
    book.set(finding, votes);
  }
  return book;
};
const left = (findings: readonly (typeof first)[], ...cast: readonly Cast[]) =>
  groupDuplicates(findings, bookOf(...cast)).findings.map(({ line }) => line);

describe("duplicates", () => {
  test("most voters call it one: it goes under the other, with the reason", () => {
    const { findings, eliminated } = groupDuplicates(
      [first, second],
      bookOf([second.id, "bob", "duplicate", first.id]),
    );
    expect(findings).toMatchObject([
      { ...first, alsoReported: [{ id: second.id, title: second.title, detail: second.detail, at: { line: 30 } }] },
    ]);
    expect(eliminated).toMatchObject([
      {
        id: second.id,
        status: "eliminated",
        eliminatedAt: "merge",
        eliminatedBecause: expect.stringContaining(first.id),
      },
    ]);
  });

  test.each([
    [
      "the higher severity stays, whichever was called the copy",
      [first, { ...second, severity: "P0" }],
      [[second.id, "bob", "duplicate", first.id]],
      [30],
    ],
    [
      "half of the voters is not most",
      [first, second],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "agree"],
      ],
      [10, 30],
    ],
    [
      "two of three is",
      [first, second],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "duplicate", first.id],
        [second.id, "dan", "agree"],
      ],
      [10],
    ],
    [
      "an abstention is no voter",
      [first, second],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "abstain"],
      ],
      [10],
    ],
    [
      "they name different originals",
      [first, second, earlier(50)],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "duplicate", earlier(50).id],
      ],
      [10, 30, 50],
    ],
    ["of itself", [first, second], [[second.id, "bob", "duplicate", second.id]], [10, 30]],
    ["of nothing", [first, second], [[second.id, "bob", "duplicate"]], [10, 30]],
    ["of something unknown", [first, second], [[second.id, "bob", "duplicate", "ffffffff"]], [10, 30]],
    [
      "§19.2 in another file, where both have one cause",
      [first, { ...second, path: "lib/b.ts" }],
      [[second.id, "bob", "duplicate", first.id]],
      [10],
    ],
    [
      "each of the other: one stays",
      [first, second],
      [
        [second.id, "bob", "duplicate", first.id],
        [first.id, "cyd", "duplicate", second.id],
      ],
      [30],
    ],
    [
      "§19.2 a protected one goes under one of its severity",
      [
        { ...first, severity: "P0" },
        { ...second, severity: "P0" },
      ],
      [[second.id, "bob", "duplicate", first.id]],
      [10],
    ],
    [
      "a protected one never goes under one that is not",
      [first, { ...second, category: "security" }],
      [[second.id, "bob", "duplicate", first.id]],
      [30],
    ],
    [
      "a P0 is never the one that goes under a P1",
      [
        { ...first, category: "security" },
        { ...second, severity: "P0" },
      ],
      [[second.id, "bob", "duplicate", first.id]],
      [30],
    ],
    [
      "a security P1 goes under a P0",
      [
        { ...first, severity: "P0" },
        { ...second, category: "security" },
      ],
      [[second.id, "bob", "duplicate", first.id]],
      [10],
    ],
  ] as const)("%s", (_, findings, cast, expected) => {
    expect(left([...findings], ...cast)).toEqual(expected);
  });

  test("in a debate a duplicate counts as agreeing", async () => {
    const author: Script = { propose: [proposal(draftAt(10), draftAt(30))] };
    const calling: Script = {
      ballot: (request) => {
        const of = request.items.find(({ line }) => line === 10)?.id ?? "";
        return ballot(({ line }) => (line === 30 ? { verdict: "duplicate", of } : { verdict: "agree" }))(request);
      },
    };
    const grouped = await hold(panelOf(3, { scripts: [author, calling, calling] }));
    expect(grouped.findings.map(({ line }) => line)).toEqual([10]);
    expect(grouped.eliminated).toMatchObject([{ line: 30, votes: { agree: ["bob", "cyd"] } }]);
  });

  test("what is refuted takes no duplicate with it", async () => {
    const refuting: Script = {
      ballot: (request) => {
        const original = request.items.find(({ line }) => line === 10)?.id ?? "";
        return ballot(({ line }) =>
          line === 30 ? { verdict: "duplicate", of: original } : { verdict: "dispute", evidence: [proofAt(50)] },
        )(request);
      },
    };
    const author: Script = { propose: [proposal(draftAt(10), draftAt(30))] };
    const outcome = await hold(panelOf(3, { scripts: [author, refuting, refuting] }), { rules: { maxRounds: 1 } });
    expect(outcome.findings.map(({ line }) => line)).toEqual([30]);
    expect(outcome.eliminated).toMatchObject([{ line: 10, eliminatedAt: "ballot" }]);
  });
});
