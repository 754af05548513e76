import { describe, expect, test } from "vitest";
import type { Vote } from "../../../src/domain/debate.ts";
import type { Finding } from "../../../src/domain/finding.ts";
import type { VoteBook } from "../../../src/panel/asking/votes.ts";
import { groupDuplicates } from "../../../src/review/ballot/duplicates.ts";
import { draftAt, earlier, hold, proofAt } from "../../support/debate-table.ts";
import { ballot, panelOf, proposal, type Script } from "../../support/scripted-agent.ts";

const first = earlier(10);
const second = earlier(30);
const alsoReported: Finding["alsoReported"] = [{ seat: "bob", severity: "P0", title: "Breaks" }];
const raisedAsP0: Finding = { ...second, severity: "P2", alsoReported };
type Cast = readonly [finding: string, seat: string, verdict: Vote["verdict"], of?: string];
const bookOf = (...cast: readonly Cast[]): VoteBook<Vote> => {
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
  test("groups a finding under another, with the reason, when most voters call it a duplicate", () => {
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
      "keeps the higher severity, whichever was called the copy",
      [first, { ...second, severity: "P0" }],
      [[second.id, "bob", "duplicate", first.id]],
      [30],
    ],
    [
      "one voter of two is not enough where the words differ",
      [first, { ...second, title: "Unbounded growth", detail: "Every entry stays in memory" }],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "agree"],
      ],
      [10, 30],
    ],
    [
      "one voter of two is enough where the words are close",
      [first, second],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "agree"],
      ],
      [10],
    ],
    [
      "two voters of five are enough, whatever the words",
      [first, { ...second, title: "Unbounded growth", detail: "Every entry stays in memory" }],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "duplicate", first.id],
        [second.id, "dan", "agree"],
        [second.id, "eve", "agree"],
        [second.id, "fay", "agree"],
      ],
      [10],
    ],
    [
      "the two may name the pair in either direction",
      [first, { ...second, title: "Unbounded growth", detail: "Every entry stays in memory" }],
      [
        [second.id, "bob", "duplicate", first.id],
        [first.id, "cyd", "duplicate", second.id],
        [second.id, "dan", "agree"],
        [first.id, "eve", "agree"],
      ],
      [30],
    ],
    [
      "a finding that one raiser called P0 is not merged into one that no raiser called P0",
      [first, raisedAsP0],
      [[second.id, "bob", "duplicate", first.id]],
      [10, 30],
    ],
    [
      "two of three is a majority",
      [first, second],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "duplicate", first.id],
        [second.id, "dan", "agree"],
      ],
      [10],
    ],
    [
      "an abstention does not count as a voter",
      [first, second],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "abstain"],
      ],
      [10],
    ],
    [
      "the voters name different originals",
      [first, second, earlier(50)],
      [
        [second.id, "bob", "duplicate", first.id],
        [second.id, "cyd", "duplicate", earlier(50).id],
      ],
      [10, 30, 50],
    ],
    ["a duplicate of itself", [first, second], [[second.id, "bob", "duplicate", second.id]], [10, 30]],
    ["a duplicate of nothing", [first, second], [[second.id, "bob", "duplicate"]], [10, 30]],
    ["a duplicate of an unknown finding", [first, second], [[second.id, "bob", "duplicate", "ffffffff"]], [10, 30]],
    [
      "§19.2 a duplicate in another file, where both have one cause",
      [first, { ...second, path: "lib/b.ts" }],
      [[second.id, "bob", "duplicate", first.id]],
      [10],
    ],
    [
      "two duplicates of each other: one stays",
      [first, second],
      [
        [second.id, "bob", "duplicate", first.id],
        [first.id, "cyd", "duplicate", second.id],
      ],
      [30],
    ],
    [
      "§19.2 a protected finding goes under one of its severity",
      [
        { ...first, severity: "P0" },
        { ...second, severity: "P0" },
      ],
      [[second.id, "bob", "duplicate", first.id]],
      [10],
    ],
    [
      "a protected finding never goes under an unprotected one",
      [first, { ...second, category: "security" }],
      [[second.id, "bob", "duplicate", first.id]],
      [30],
    ],
    [
      "a P0 never goes under a P1",
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

  test("counts a duplicate as an agreement in a debate", async () => {
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

  test("a refuted finding absorbs no duplicate", async () => {
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
