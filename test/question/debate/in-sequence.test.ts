import { expect, test } from "vitest";
import type { TurnRequest } from "../../../src/domain/discussion/answers.ts";
import { FreeDebate } from "../../../src/domain/discussion/free-debate.ts";
import { ProviderError } from "../../../src/domain/provider.ts";
import type { DebateOpenAfterRequest } from "../../../src/panel/stages/discussion/open.ts";
import { aPosition, aTurn, debaters, discussed } from "../../support/debaters.ts";

const rules = { topology: "sequential" as const };

/** A later seat that checks everything it is shown with one verdict. */
function checking(verdict: "agree" | "dispute", reason: string, seen: DebateOpenAfterRequest[] = []) {
  return {
    openAfter: async (request: DebateOpenAfterRequest) => {
      seen.push(request);
      const checks = request.earlier.map(({ id }) => ({ of: id, verdict, reason }));
      return { ...aPosition("Measure first.", { title: "Nobody measured" }), checks };
    },
  };
}

test("each debater checks the positions and claims before it; checks are arguments of the first round", async () => {
  const [seen, turns]: [DebateOpenAfterRequest[], TurnRequest[]] = [[], []];
  const turn = async (request: TurnRequest) => {
    turns.push(request);
    return aTurn("Measure first.", `new words of round ${request.round}`);
  };
  const debate = await discussed(debaters({}, checking("dispute", "No query is slow.", seen), { turn }), { rules });
  expect(seen.map(({ earlier }) => earlier.map(({ id, of }) => [id, of]))).toEqual([
    [
      ["1", null],
      ["1.1", "1"],
    ],
  ]);
  expect(JSON.stringify(seen[0])).not.toContain('"seat"');
  const label = (seat: string) => debate.positions.find((one) => one.seat === seat)?.id ?? "";
  const claim = debate.claims.find(({ seat }) => seat === "ada")?.id ?? "";
  expect(turns.map(({ round, said }) => [round, said.length])).toEqual([
    [1, 1],
    [2, 3],
  ]);
  expect(turns[0]?.said).toEqual([
    {
      position: label("bob"),
      argument: `${label("ada")}: I dispute it. No query is slow.\n${claim}: I dispute it. No query is slow.`,
    },
  ]);
  expect(debate.topology).toMatchObject({ name: "sequential", order: ["ada", "bob", "cyd"] });
  expect(debate.topology?.checks?.map(({ seat, of, verdict }) => [seat, of, verdict])).toEqual([
    ["bob", "ada", "dispute"],
    ["bob", "ada", "dispute"],
  ]);
  expect(debate.notes).toContain(
    "The seats opened in sequence (ada, bob, cyd): 2 checks of earlier positions and claims, 0 agree, 2 dispute.",
  );
  expect(FreeDebate.parse(debate)).toEqual({ ...debate, events: undefined });
});

test("checks decide nothing: the vote and the adjudication are those of the same debate without them", async () => {
  const seats = (verdict: "agree" | "dispute") => debaters({}, checking(verdict, "For a reason."), {});
  const [agreed, disputed] = [await discussed(seats("agree"), { rules }), await discussed(seats("dispute"), { rules })];
  expect(disputed.panelVotes.map(({ vote }) => vote)).toEqual(agreed.panelVotes.map(({ vote }) => vote));
  expect([disputed.result, disputed.confidence]).toEqual([agreed.result, agreed.confidence]);
});

test.each(["parallel", "consensus"] as const)("in %s no seat is shown an opening", async (topology) => {
  const seen: DebateOpenAfterRequest[] = [];
  const debate = await discussed(debaters({}, checking("agree", "So it is.", seen)), { rules: { topology } });
  const [parallel, consensus] = [undefined, { name: "consensus", passes: 1, stop: "no-change" }];
  expect([seen, debate.topology]).toEqual([[], topology === "parallel" ? parallel : consensus]);
});

test("a seat that fails is left out of the sequence; a spent budget ends it", async () => {
  const seen: DebateOpenAfterRequest[] = [];
  const broken = async (): Promise<never> => {
    throw new Error("the line is dead");
  };
  const debate = await discussed(debaters({}, { openAfter: broken }, checking("agree", "So it is.", seen)), { rules });
  expect(seen[0]?.earlier.filter(({ of }) => of === null)).toHaveLength(1);
  expect(debate).toMatchObject({ topology: { order: ["ada", "cyd"] } });
  expect(debate.failures).toEqual([{ seat: "bob", step: "debate-open", reason: "the line is dead" }]);

  const late: DebateOpenAfterRequest[] = [];
  const spent = async (): Promise<never> => {
    throw new ProviderError("budget", "The budget of 1 call is used up.");
  };
  const ended = await discussed(debaters({}, { openAfter: spent }, checking("agree", "So it is.", late)), { rules });
  expect([late, ended.result]).toEqual([[], "inconclusive"]);
  const none = await discussed(debaters({ open: broken }, { open: broken }), { rules });
  expect([none.topology, none.notes.filter((note) => note.includes("sequence"))]).toEqual([undefined, []]);
});

test("long words are cut, and of very many parts each earlier seat has an equal share, its position first", async () => {
  const [seen, turns]: [DebateOpenAfterRequest[], TurnRequest[]] = [[], []];
  const book = "word ".repeat(10_000);
  const claims = Array.from({ length: 6 }, (_, at) => ({ title: `Claim ${at}` }));
  const talking = async () => aPosition(book, ...claims);
  const later = { openAfter: talking };
  const last = {
    ...checking("dispute", book, seen),
    turn: async (request: TurnRequest) => {
      turns.push(request);
      return aTurn("Measure first.", "new words");
    },
  };
  await discussed(debaters({ open: talking }, later, later, later, later, later, last), { rules });
  const [{ earlier } = { earlier: [] }] = seen;
  expect(earlier.map(({ id }) => id).filter((id) => id.startsWith("1"))).toEqual([
    "1",
    "1.1",
    "1.2",
    "1.3",
    "1.4",
    "1.5",
  ]);
  expect(earlier).toHaveLength(36);
  expect(earlier[0]?.title.split(" ").length).toBeLessThanOrEqual(121);
  const [first = ""] = turns[0]?.said[0]?.argument.split("\n") ?? [];
  expect(first.split(" ").length).toBeLessThanOrEqual(66);
});
