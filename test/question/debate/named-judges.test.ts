import { expect, test } from "vitest";
import type { DebateSeat } from "../../../src/panel/stages/index.ts";
import { debaters, discussed, estimated } from "../../support/debaters.ts";

const never = async () => {
  throw new Error("a seat of the panel was asked to judge");
};
const court = { adjudication: "supreme-court", maxRounds: 1 } as const;

const judge = (name: string, verdict: (round: number) => string, provider = "jury"): DebateSeat => {
  const [seat] = debaters({
    judge: async ({ round }) => ({ verdict: verdict(round), reasoning: name, confidence: 0.9, dissent: [] }),
  });
  if (seat === undefined) throw new Error("no seat");
  return { ...seat, name, provider, model: provider === "jury" ? name : "test" };
};
const forLeading = (round: number) => (round === 1 ? "X" : "Y");
const panel = () => debaters({ judge: never }, { judge: never }, { judge: never });

test("the models that the settings name judge in both orders, and no seat of the panel does", async () => {
  const jury = Array.from({ length: 9 }, (_, index) => judge(`juror-${index}`, forLeading));
  const debate = await discussed(panel(), { rules: court, jury });
  expect(debate.rulings.map((one) => one.judge)).toEqual(jury.map(({ name }) => name));
  expect(debate).toMatchObject({ result: "adopted", position: debate.leading, confidence: 0.9 });
  expect(debate.rulings.every(({ isAuthor }) => !isAuthor)).toBe(true);
});

test("a judge that follows the order decides nothing, and counts", async () => {
  const jury = [judge("one", forLeading), judge("two", () => "X")];
  const debate = await discussed(panel(), { rules: court, jury });
  expect(debate).toMatchObject({ result: "undecided", verdict: null });
});

test("a judge that fails is a failure and no vote: it counts in the whole, for no side, and lowers the confidence", async () => {
  const lost = judge("lost", () => {
    throw new Error("the line is dead");
  });
  const failure = { seat: "lost", step: "debate-judge", reason: "the line is dead" };
  const two = [judge("one", forLeading), judge("two", forLeading)];
  const decided = await discussed(panel(), { rules: court, jury: [...two, lost] });
  // (0.9 + 0.9) / 3 = 0.6
  expect(decided).toMatchObject({ result: "adopted", confidence: 0.6 });
  expect(decided.failures).toContainEqual(failure);
  expect(decided.rulings[2]).toMatchObject({ judge: "lost", side: null, confidence: null });
  // One of two is no majority: with one answer no verdict was possible.
  const half = await discussed(panel(), { rules: court, jury: [judge("one", forLeading), lost] });
  expect(half).toMatchObject({ result: "inconclusive", verdict: null, confidence: null });
  expect(half.failures).toContainEqual(failure);
});

test("the model of an author does not judge; where only authors are named, the debate is inconclusive", async () => {
  const kin = [0, 1, 2].map((index) => judge(`kin-${index}`, forLeading, `provider-${index}`));
  const debate = await discussed(panel(), { rules: court, jury: [...kin, judge("free", forLeading)] });
  expect(debate.rulings.map((one) => one.judge)).toContain("free");
  expect(debate.rulings).toHaveLength(2);
  expect(debate.notes.join(" ")).toContain("Not asked to judge, because its model wrote a side: kin-");
  const two = debaters({ judge: never }, { judge: never });
  const none = await discussed(two, { rules: court, jury: kin.slice(0, 2) });
  expect(none).toMatchObject({ result: "inconclusive", held: true, rulings: [] });
  expect(none.reasoning).toBe(
    "No judge was asked: every model of debate.jury wrote a side. Name another model there, or decide by majority.",
  );
});

test.each(["claude-9-5-20260101", "claude-9-5-latest", "anthropic/claude-9.5"])(
  "an author's model under the name %s does not judge",
  async (model) => {
    const authors = panel().map((seat) => ({ ...seat, model: "claude-9-5" }));
    const alias = { ...judge("alias", forLeading), model };
    const debate = await discussed(authors, { rules: court, jury: [alias, judge("free", forLeading)] });
    expect(debate.rulings.map((one) => one.judge)).toEqual(["free"]);
    expect(debate.notes.join(" ")).toContain("Not asked to judge, because its model wrote a side: alias.");
  },
);

test("a judge for whom an author's model answered names no side, still counts, and the notes say so", async () => {
  const authors = panel().map((seat) => ({ ...seat, model: "claude-9-5" }));
  const served = new Map<string, string[]>();
  const alias = judge("alias", (round) => {
    served.set("alias", ["claude-9-5-20260101"]);
    return forLeading(round);
  });
  const debate = await discussed(authors, { rules: court, jury: [alias, judge("free", forLeading)], served });
  expect(debate.rulings).toMatchObject([
    { judge: "alias", side: null, because: "was answered by an author's model (claude-9-5-20260101)" },
    { judge: "free", side: "leading" },
  ]);
  expect(debate).toMatchObject({ result: "inconclusive", verdict: null });
  expect(debate.notes).toContain(
    "The ruling of alias does not count: claude-9-5-20260101 answered for it, and that model wrote a side.",
  );
});

test("a model that answered for an author does not judge", async () => {
  const served = new Map([0, 1, 2].map((index) => [["ada", "bob", "cyd"][index] ?? "", ["claude-9-5"]]));
  const alias = { ...judge("alias", forLeading), model: "claude-9-5-20260101" };
  const debate = await discussed(panel(), { rules: court, jury: [alias, judge("free", forLeading)], served });
  expect(debate.rulings.map((one) => one.judge)).toEqual(["free"]);
});

test.each(["majority", "unanimous"] as const)(
  "with %s the panel decides, and a note says that the jury is not asked",
  async (adjudication) => {
    const note = `Not asked: the jury of the settings (fair). With the adjudication ${adjudication} the votes of the panel decide; supreme-court asks the jury.`;
    const jury = [
      judge("fair", () => {
        throw new Error("the jury was asked");
      }),
    ];
    const rules = { ...court, adjudication };
    const debate = await discussed(panel(), { rules, jury });
    expect(debate).toMatchObject({ result: "adopted", rulings: [], failures: [] });
    expect(debate.notes).toContain(note);
    expect((await estimated(panel(), { rules, jury })).notes).toContain(note);
    expect((await discussed(panel(), { rules })).notes).not.toContainEqual(expect.stringContaining("jury"));
  },
);

test("with supreme-court no note says that the jury is not asked", async () => {
  const session = { rules: court, jury: [judge("fair", forLeading)] };
  expect((await discussed(panel(), session)).notes).toEqual([]);
  expect((await estimated(panel(), session)).notes).toEqual([]);
});
