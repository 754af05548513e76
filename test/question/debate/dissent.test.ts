import { expect, test } from "vitest";
import type { DebatePosition } from "../../../src/domain/discussion/answers.ts";
import type { DebateRuling, DebateTurn, PanelVote } from "../../../src/domain/discussion/free-debate.ts";
import { adjudicateDebate, type RecordedDebate } from "../../../src/question/debate/adjudicate.ts";

const position = (id: string, seat: string, text: string): DebatePosition => {
  return { id, seat, opening: text, text, adopted: null, confidence: 0.5, uncertainties: [] };
};
const vote = (seat: string, kind: PanelVote["vote"]): PanelVote => {
  return { seat, vote: kind, confidence: 0.8, reason: "", cast: true };
};
const ruling = (judge: string, side: DebateRuling["side"]): DebateRuling => {
  return { judge, isAuthor: false, side, because: "b", reasoning: `of ${judge}`, confidence: 0.9, dissent: [] };
};
const opposing: DebateTurn = {
  ...{ seat: "bob", position: "P2", duty: "oppose", text: "t", moved: false, adopts: null, argument: "P1 ages." },
  ...{ confidence: 0.8, concessions: [], evidence: [], violation: null, novelty: 1, repetition: 0 },
};

/** P1 of ada leads; the sides before the judges are P1 and P2 of bob. */
const recorded = (more: Partial<RecordedDebate> = {}): RecordedDebate => ({
  ...{ held: true, reason: "", leading: "P1", rounds: [] },
  positions: [position("P1", "ada", "Cache it."), position("P2", "bob", "Index it."), position("P3", "cyd", "Wait.")],
  sides: { leading: { position: "P1", text: "" }, other: { position: "P2", text: "" } },
  panelVotes: [vote("ada", "abstain"), vote("bob", "abstain"), vote("cyd", "agree")],
  rulings: [ruling("one", "other"), ruling("two", "other"), ruling("three", "leading")],
  ...more,
});
const kindsOf = (debate: RecordedDebate, adjudication: "majority" | "supreme-court" = "supreme-court") =>
  adjudicateDebate(debate, adjudication).dissent.map(({ seat, kind }) => `${seat} ${kind}`);

test("the position that wins is not dissent, but the leading one that lost is", () => {
  expect(adjudicateDebate(recorded(), "supreme-court")).toMatchObject({ result: "adopted", position: "P2" });
  expect(kindsOf(recorded())).toEqual([
    "cyd voted for the leading position",
    "ada abstained and holds P1",
    "three ruled for the leading position",
  ]);
});

test("a seat that abstained and took over the winner holds the verdict", () => {
  const positions = [position("P1", "ada", "Index it."), position("P2", "bob", "Index it.")];
  expect(kindsOf(recorded({ positions, leading: "P2", rulings: [ruling("one", "leading")] }))).toEqual([]);
});

test("an undecided debate names the side of each ruling", () => {
  const split = recorded({ rulings: [ruling("one", "leading"), ruling("two", "other")] });
  expect(kindsOf(split)).toEqual([
    "bob abstained and holds P2",
    "one ruled for the leading position",
    "two ruled for the other side",
  ]);
});

test("where the leading position is rejected, a seat that abstained and holds it dissents, and no other", () => {
  const panelVotes = [vote("ada", "abstain"), vote("bob", "disagree"), vote("cyd", "disagree")];
  const sides = { leading: { position: "P1", text: "" }, other: { position: null, text: "" } };
  expect(kindsOf(recorded({ sides, panelVotes, rulings: [] }), "majority")).toEqual(["ada abstained and holds P1"]);
});

test("the devil's advocate dissents from a verdict for the leading position, and not from one against it", () => {
  const rounds = [{ round: 1, turns: [opposing], novelty: 1, repetition: 0, camps: [] }];
  const opposed = "bob opposed as devil's advocate";
  expect(kindsOf(recorded({ rounds }))).not.toContain(opposed);
  expect(kindsOf(recorded({ rounds, rulings: [ruling("one", "leading")] }))).toContain(opposed);
});
