import { expect, test } from "vitest";
import { proposalBody } from "../../../src/github/commands/memory-proposal-text.ts";
import type { ProposedItem } from "../../../src/record/memory/propose.ts";
import { anItem } from "../../support/memory.ts";

const evidence = ['@max dismissed P1 "Pool\n- `a` (x)" as a false positive'];
const decided: ProposedItem = { item: anItem({ id: "one" }), evidence, suppressed: ['P1 "Pool" (src/db.js:2)'] };
const undecided = (one: ProposedItem): ProposedItem => ({ ...one, evidence: [], suppressed: [] });

test("an item keeps the evidence of an earlier description, and shows the newest text of the item", () => {
  const before = proposalBody([decided], null, "");
  expect(proposalBody([undecided(decided)], null, before)).toBe(before);
  const edited = { ...undecided(decided), item: anItem({ id: "one", reason: "A person changed it." }) };
  const body = proposalBody([edited], null, before);
  expect(body).toContain("A person changed it.");
  expect(body.split("\n").filter((line) => line.includes("Evidence: "))).toEqual(
    before.split("\n").filter((line) => line.includes("Evidence: ")),
  );
});

test("newer evidence replaces the earlier one, and so does what it would take out of an item without evidence", () => {
  const before = proposalBody([undecided(decided)], null, "");
  expect(before).toContain("Evidence: none of ours; a person wrote this item");
  const hit = { ...undecided(decided), suppressed: ["P2 found"] };
  expect(proposalBody([hit], null, before)).toContain("It would have taken out: P2 found");
  expect(proposalBody([decided], null, before)).toBe(proposalBody([decided], null, ""));
});

test("the line about items that are too many is no evidence of the last one", () => {
  const many = Array.from({ length: 90 }, (_, index) => ({
    ...decided,
    item: anItem({ id: `item-${index}`, reason: "long ".repeat(190) }),
  }));
  const before = proposalBody(many, null, "");
  expect(before).toMatch(/_… and \d+ more, in the file\._$/);
  expect(proposalBody(many.map(undecided), null, before).match(/more, in the file/g)).toHaveLength(1);
});
