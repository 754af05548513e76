import { describe, expect, test } from "vitest";
import type { DebateClaim } from "../../../src/domain/discussion/answers.ts";
import type { DebateTurn } from "../../../src/domain/discussion/free-debate.ts";
import { measureDebate } from "../../../src/panel/metrics/debate-course.ts";
import { requiredChanges } from "../../../src/question/debate/required-changes.ts";
import { onlyAgreesWith } from "../../../src/text/agreement.ts";
import { aTurn, debaters, discussed } from "../../support/debaters.ts";

describe("an argument only agrees with what it names", () => {
  test.each([
    ["I agree with C1.", true],
    ["I agree with P2 and C1, because the quote shows it.", true],
    ["C1 is right. The load is high at night.", true],
    ["C1 holds, and P2 follows from it.", true],
    ["We accept C1; nothing is left to say", true],
    // A limit, a doubt or a question is a challenge.
    ["C1 is true for prices, but one minute bounds it.", false],
    ["C1 is right. But it overlooks the lock.", false],
    ["C1 is right. C1 fails under load.", false],
    ["I do not agree with C1.", false],
    ["I disagree with C1.", false],
    ["C1 holds only for two writers.", false],
    ["C1 holds?", false],
    ["I agree that C1 leaks memory.", false],
    ["C1 is right and wrong.", false],
    // The agreement is with another claim.
    ["C2 is right, and that breaks C1.", false],
    ["I agree with C10.", false],
    ["C1 fails under load.", false],
    ["C1", false],
    ["", false],
  ])("%j: %s", (argument, expected) => {
    expect(onlyAgreesWith(argument, "C1")).toBe(expected);
  });
});

const claim: DebateClaim = {
  ...{ id: "C1", position: "P1", seat: "ada", title: "t", detail: "", confidence: 0.5, requiredChanges: [] },
  ...{ evidence: [{ path: "a.ts", line: 1, quote: "some code", found: true }], givenUp: null, grantedBy: [] },
};
const turn = (argument: string, conceded: readonly string[] = []): DebateTurn => ({
  ...{ seat: "bob", position: "P2", duty: "challenge", text: "t", moved: false, adopts: null, argument },
  ...{ confidence: 0.5, concessions: conceded.map((id) => ({ id, reason: "r" })), evidence: [], violation: null },
  ...{ novelty: 1, repetition: 0 },
});

describe("an adversarial turn that agrees with a claim", () => {
  const measured = (one: DebateTurn) =>
    measureDebate(
      {
        claims: [claim],
        rounds: [{ round: 1, turns: [one], novelty: 1, repetition: 0, camps: [] }],
        ...{ stopReason: "max-rounds", consensusScore: null, panel: { state: "full", seats: [] } },
      },
      { checked: 0, broken: [] },
    );

  test.each([
    ["C1 fails under load.", [], 1],
    ["C1 is right.", [], 0],
    // A concession says it in any language.
    ["C1 を認める。", ["C1"], 0],
    ["C1 を認める。", [], 1],
  ])("%j with the concessions %j: examined, and challenged %d times", (argument, conceded, expected) => {
    expect(measured(turn(argument, conceded))).toMatchObject({ challengeDepth: expected, rigor: 1 });
  });

  test("leaves its author nothing to answer", () => {
    const todo = (argument: string) => {
      const rounds = [{ round: 1, turns: [turn(argument)], novelty: 1, repetition: 0, camps: [] }];
      return requiredChanges(claim, { positions: [], rounds }, []);
    };
    expect(todo("C1 fails under load.")).toEqual(["answer the challenge of bob"]);
    expect(todo("C1 is right.")).toEqual([]);
  });

  test.each([
    [
      "agrees in words only",
      "P1 is right. P2 is right.",
      [],
      "challenges no position or claim of another by its label",
    ],
    ["challenges one of two", "P1 fails under load. P2 fails under load.", [], null],
    ["concedes it by its label, as its duty allows", "P1 is right. P2 is right.", ["P1", "P2"], null],
  ])("and with all others: one that %s", async (_case, argument, conceded, violation) => {
    const concessions = conceded.map((id) => ({ id, reason: "r" }));
    const script = { turn: async () => aTurn("Mine.", argument, { concessions }) };
    const debate = await discussed(debaters(script, {}), { rules: { strategy: "adversarial", maxRounds: 1 } });
    expect(debate.rounds[0]?.turns.find(({ seat }) => seat === "ada")?.violation).toBe(violation);
  });
});
