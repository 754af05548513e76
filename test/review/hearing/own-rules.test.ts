import { describe, expect, test } from "vitest";
import type { Hearing } from "../../../src/domain/debate.ts";
import type { Constitution, RoleName } from "../../../src/domain/discussion/constitution.ts";
import { isGuarded } from "../../../src/domain/finding.ts";
import { ownRulesNotes } from "../../../src/review/hearing/conduct.ts";
import { aFinding } from "../../support/review-builder.ts";

const shipped = (role: RoleName): Constitution => ({ role, duty: "d", rules: [] });
const own = (...roles: RoleName[]) =>
  new Map(roles.map((role) => [role, { ...shipped(role), shipped: shipped(role) }] as const));
const hearing = (...roles: Hearing["exchanges"][number]["role"][]): Hearing => ({
  ...{ finding: "f1", advocate: "ada", skeptic: "bob", ruling: "upheld", because: "r", rulings: [] },
  exchanges: roles.map((role) => ({ seat: role, role, argument: "a", concede: false, evidence: [] })),
});
const p1 = aFinding({ id: "f1", severity: "P1", category: "correctness" });
const ours = (role: string) =>
  `Where a finding is protected or blocks, its hearing used the program's own constitution of the ${role}, not the repository's (docs/roles.md).`;

describe("a finding that no text of the repository may give up", () => {
  const claimed = {
    ...p1,
    severity: "P2" as const,
    alsoReported: [{ seat: "bob", severity: "P1" as const, title: "t" }],
  };
  test.each([
    ["a P1 where P0 blocks", p1, "P0", false],
    ["a P1 where P1 blocks", p1, "P1", true],
    ["a P1 where nothing blocks", p1, "never", false],
    ["a P0 where nothing blocks", { ...p1, severity: "P0" as const }, "never", true],
    ["a P2 that a seat raised as a P1", claimed, "P1", true],
    ["a P2 where P1 blocks", { ...p1, severity: "P2" as const }, "P1", false],
  ] as const)("%s", (_what, finding, blockOn, expected) => {
    expect(isGuarded(finding, blockOn)).toBe(expected);
  });
});

describe("notes on constitutions of the repository in hearings", () => {
  const both = hearing("skeptic", "advocate");

  test("name each role whose constitution was replaced", () => {
    const rules = { constitutions: own("advocate", "critic"), blockOn: "P1" } as const;
    expect(ownRulesNotes([both], [p1], rules)).toEqual([ours("advocate"), ours("critic")]);
    expect(ownRulesNotes([both], [p1], { ...rules, blockOn: "P0" })).toEqual([]);
    expect(ownRulesNotes([both], [p1], { ...rules, constitutions: new Map([["critic", shipped("critic")]]) })).toEqual(
      [],
    );
  });

  test("say that a panel had no adversary", () => {
    const rules = { constitutions: own("adversary"), blockOn: "P0" } as const;
    expect(ownRulesNotes([both], [p1], rules).join()).toMatch(/constitution of the adversary was not used/);
    expect(ownRulesNotes([hearing("skeptic", "advocate", "adversary")], [p1], rules)).toEqual([]);
    expect(ownRulesNotes([], [p1], rules)).toEqual([]);
  });
});
