import { describe, expect, test } from "vitest";
import type { TurnReply, TurnRequest } from "../../../src/domain/discussion/answers.ts";
import { aPosition, aTurn, debaters, discussed, type Session } from "../../support/debaters.ts";

const socratic = { strategy: "socratic", minRounds: 1, maxRounds: 6 } as const;
const script = (opening: string, turn: (request: TurnRequest) => TurnReply) => ({
  open: async () => aPosition(opening),
  turn: async (request: TurnRequest) => turn(request),
});
/** New words in every round. */
const fresh = (round: number, name: string): string =>
  ["first", "second", "third", "fourth"].map((word) => `${word}${name}${round}`).join(" ");
const answering = script("Cache it.", ({ round }) => aTurn("Cache it.", `P2 asks well: ${fresh(round, "ada")}.`));
const held = async (late: ReturnType<typeof script>, rules: Session["rules"] = {}) =>
  discussed(debaters(answering, late), { rules: { ...socratic, ...rules } });
const stepsOf = ({ stopReason, rounds }: Awaited<ReturnType<typeof held>>) => [
  stopReason,
  rounds.map(({ camps, turns }) => `${turns.at(-1)?.duty} ${camps.length}`),
];

describe("the last word of a socratic debate counts", () => {
  test("where the asking seat then holds something else, they have not agreed: the debate goes on", async () => {
    const differing = script("Cache it.", ({ round, duty }) =>
      duty === "ask"
        ? aTurn(round === 1 ? "Cache it." : "Build an index.", `Why P1: ${fresh(round, "bob")}?`)
        : aTurn("Build an index.", `P1 is unproven: ${fresh(round, "bob")}.`),
    );
    const debate = await held(differing, { maxRounds: 4 });
    expect(stepsOf(debate)).toEqual(["max-rounds", ["ask 1", "answer 2", "ask 2", "answer 2"]]);
    expect(debate.metrics.roundsToConsensus).toBeNull();
  });

  test("where they differ in the last round that there may be, that is why it ended", async () => {
    const differing = script("Cache it.", ({ duty }) =>
      aTurn(duty === "ask" ? "Cache it." : "Build an index.", "Why so, P1?"),
    );
    expect(stepsOf(await held(differing, { maxRounds: 2 }))).toEqual(["max-rounds", ["ask 1", "answer 2"]]);
  });

  test("where they still agree, the debate ended as agreed, the last word included", async () => {
    const agreeing = script("Cache it.", ({ round }) => aTurn("Cache it.", `Why so, P1: ${fresh(round, "bob")}?`));
    expect(stepsOf(await held(agreeing))).toEqual(["agreed", ["ask 1", "answer 1"]]);
  });

  test("where the words had repeated and all agree in the last word, they agreed", async () => {
    const repeating = { ...answering, turn: async () => aTurn("Cache it.", "P2 asks the same again") };
    const joining = script("Build an index.", ({ duty }) =>
      aTurn(duty === "ask" ? "Build an index." : "Cache it.", "Does P1 ask the same again?"),
    );
    const debate = await discussed(debaters(repeating, joining), { rules: { ...socratic, minRounds: 2 } });
    expect(stepsOf(debate)).toEqual(["agreed", ["ask 2", "ask 2", "answer 1"]]);
  });

  test("where the words had repeated, new words of the last word do not prolong the debate", async () => {
    const repeating = { ...answering, turn: async () => aTurn("Cache it.", "P2 asks the same again") };
    const asking = script("Build an index.", ({ duty, round }) =>
      aTurn("Build an index.", duty === "ask" ? "Does P1 ask the same again?" : fresh(round, "bob")),
    );
    const debate = await discussed(debaters(repeating, asking), { rules: { ...socratic, minRounds: 2 } });
    expect(stepsOf(debate)).toEqual(["repetition", ["ask 2", "ask 2", "answer 2"]]);
  });
});
