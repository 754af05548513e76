import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/domain/finding.ts";
import type { DecidedSource } from "../../../src/record/memory/cases.ts";
import { newEnds } from "../../../src/record/memory/ledger.ts";
import { proposeMemory } from "../../../src/record/memory/propose.ts";
import { memoryPath, parseMemory } from "../../../src/record/memory/read-memory.ts";
import { anItem, memoryFile } from "../../support/memory.ts";
import { aFinding } from "../../support/review-builder.ts";

function source(
  number: number,
  finding: Partial<Finding>,
  dismissal: { readonly why?: string } | null = {},
): DecidedSource {
  const found = aFinding({ severity: "P1", category: "resource", path: "src/db.js", ...finding });
  const origin = { repo: "octo/shop", number };
  const { why = "It is fine here." } = dismissal ?? {};
  const cases =
    dismissal === null
      ? []
      : [{ finding: found, kind: "false-positive" as const, by: "max", why, mayUnblock: true, origin }];
  return { origin, cases, findings: [found], blockOn: "P0", personas: new Map() };
}

const nothing = { onBase: null, onBranch: null };

describe("a proposal for the memory", () => {
  test("has each candidate with its evidence, and what it would have suppressed in other pull requests", () => {
    const sources = [
      source(7, { title: "The pool is never closed" }),
      source(8, { title: "The pool is never closed" }, null),
    ];
    const { text, proposed } = proposeMemory(sources, nothing);
    expect(parseMemory(text ?? "", memoryPath)).toMatchObject([
      { id: "the-pool-is-never-closed", paths: ["src/db.js"] },
    ]);
    expect(proposed).toMatchObject([
      {
        evidence: [expect.stringContaining("@max dismissed P1")],
        suppressed: [expect.stringContaining("octo/shop#7"), expect.stringContaining("octo/shop#8")],
      },
    ]);
  });

  test("asked again, it changes nothing and says the same of what is on the branch", () => {
    const sources = [source(7, { title: "The pool is never closed" })];
    const first = proposeMemory(sources, nothing);
    const again = proposeMemory(sources, { onBase: null, onBranch: first.text });
    expect(again.text).toBeNull();
    expect(again.proposed).toEqual(first.proposed);
  });

  test("what is on the base is not proposed again, and what a person wrote into the branch stays without evidence", () => {
    const mine = anItem({ id: "mine", title: "Another thing entirely", paths: ["lib/**"] });
    const { proposed, text } = proposeMemory([source(7, { title: "The connection pool is never closed" })], {
      onBase: memoryFile(anItem()),
      onBranch: memoryFile(anItem(), mine),
    });
    expect([text, proposed.map(({ item }) => item.id), proposed[0]?.evidence]).toEqual([null, ["mine"], []]);
  });

  test.each([
    ["P0", { severity: "P0" }],
    ["security", { category: "security" }],
    ["privacy", { category: "privacy", severity: "P2" }],
  ] as const)("%s is never proposed", (_name, finding) => {
    expect(proposeMemory([source(7, finding)], nothing)).toMatchObject({ text: null, proposed: [] });
  });

  test("at most 20 candidates are added at once", () => {
    const sources = Array.from({ length: 25 }, (_, index) =>
      source(index + 1, {
        id: `0000000${index % 10}`,
        title: `w${index}a w${index}b w${index}c`,
        path: `src/f${index}.js`,
      }),
    );
    const first = proposeMemory(sources, nothing);
    expect(first.added.suggestions).toHaveLength(20);
    expect(proposeMemory(sources, { onBase: null, onBranch: first.text }).added.suggestions).toHaveLength(5);
  });

  test("a file with a mistake is an error that names the place", () => {
    expect(() => proposeMemory([], { onBase: "version: 2\nitems: []\n", onBranch: null })).toThrow(
      "on the default branch",
    );
    expect(() => proposeMemory([], { onBase: null, onBranch: "items: 1\n" })).toThrow("on the branch of the proposal");
  });
});

test("only ends that are new are counted: fixed, dismissed by kind, overturned; by rule or model", () => {
  const open = {
    ...source(7, {}, null),
    findings: [aFinding({ id: "00000001" }), aFinding({ id: "00000002", rule: "no-eval" })],
  };
  const after: DecidedSource = {
    ...open,
    findings: [
      aFinding({ id: "00000001", status: "fixed" }),
      aFinding({ id: "00000002", rule: "no-eval" }),
      aFinding({ id: "00000003", status: "eliminated", eliminatedAt: "hearing" }),
      aFinding({ id: "00000004", status: "eliminated", eliminatedAt: "merge" }),
    ],
    cases: [
      {
        ...{
          finding: aFinding({ id: "00000002", rule: "no-eval" }),
          kind: "wont-fix",
          by: "max",
          why: "w",
          mayUnblock: true,
        },
        origin: open.origin,
      },
    ],
  };
  expect(newEnds(open, after)).toEqual([
    { outcome: "fixed", by: "model" },
    { outcome: "wont-fix", by: "rule" },
    { outcome: "overturned", by: "model" },
  ]);
  expect(newEnds(after, after)).toEqual([]);
});
