import { describe, expect, test } from "vitest";
import { type Answering, aDivision, changedFiles, firstLineOf, reviewWith } from "../../support/topology-review.ts";

const [first = "", second = ""] = changedFiles;
const evidence = [{ path: second, quote: firstLineOf(second) }];

/** `one` raises a finding; each other seat votes as `vote` says, by its name and the round. */
function voting(vote: (seat: string, round: number) => "agree" | "dispute"): Answering {
  return ({ stage, seat, round, items }) => {
    if (stage === "propose") return { findings: seat === "one" ? [aDivision(first)] : [] };
    if (stage !== "ballot") return null;
    return { votes: items.map(({ id }) => ({ id, verdict: vote(seat, round), reason: `Round ${round}.`, evidence })) };
  };
}

describe("a review that seeks consensus", () => {
  test("ends with the first ballot when no finding is disputed", async () => {
    const { review, callsOf } = await reviewWith(
      "consensus",
      voting(() => "agree"),
    );
    expect(review.topology).toEqual({ name: "consensus", passes: 1, stop: "agreed" });
    expect(review.stopReason).toBe("agreed");
    expect(callsOf("ballot")).toHaveLength(2);
  });

  test("votes again on what is disputed, with the arguments, until all agree", async () => {
    const { review, callsOf } = await reviewWith(
      "consensus",
      voting((seat, round) => (seat === "two" && round === 1 ? "dispute" : "agree")),
    );
    expect(review.topology).toMatchObject({ passes: 2, stop: "agreed" });
    expect(callsOf("ballot").map(({ round }) => round)).toEqual([1, 1, 2, 2]);
    expect(callsOf("ballot").at(-1)?.task).toContain("> Round 1.");
    expect(callsOf("judge")).toEqual([]);
    expect(review.findings.map(({ path, status }) => [path, status])).toEqual([[first, "accepted"]]);
    expect(review.rounds).toHaveLength(2);
  });

  test("stops when no position moves, and only then hears what is contested", async () => {
    const ended: number[] = [];
    const { review, callsOf } = await reviewWith(
      "consensus",
      voting((seat) => (seat === "two" ? "dispute" : "agree")),
      { emit: (event) => event.type === "round-end" && ended.push(event.round) },
    );
    expect(review.topology).toMatchObject({ passes: 2, stop: "no-change" });
    expect(ended).toEqual([1, 2]);
    const stages = [...new Set(callsOf("ballot").map(({ index }) => index))];
    const heard = [...callsOf("judge"), ...callsOf("refute")].map(({ index }) => index);
    for (const at of heard) expect(at).toBeGreaterThan(Math.max(...stages));
  });

  test("stops at the limit of rounds when positions keep moving", async () => {
    const { review } = await reviewWith(
      "consensus",
      voting((seat, round) => ((seat === "two") === (round % 2 === 0) ? "agree" : "dispute")),
    );
    expect(review.topology).toMatchObject({ passes: 3, stop: "max-rounds" });
  });

  test("names the budget when it ends the votes", async () => {
    const { review } = await reviewWith(
      "consensus",
      voting((seat) => (seat === "two" ? "dispute" : "agree")),
      { config: "version: 1\nbudget:\n  calls: 6\n" },
    );
    expect(review.topology).toMatchObject({ stop: "budget" });
    expect(review.stopReason).toBe("budget");
  });

  test("removes no protected finding by votes, however many rounds dispute it", async () => {
    const leak = {
      ...aDivision(first),
      category: "security",
      severity: "P0",
      failurePath: `input → ${firstLineOf(first)}`,
    };
    const { review } = await reviewWith("consensus", (call) =>
      call.stage === "propose" ? { findings: call.seat === "one" ? [leak] : [] } : voting(() => "dispute")(call),
    );
    expect([...review.findings].map(({ category }) => category)).toEqual(["security"]);
    expect(review.conclusion).toBe("failure");
  });
});
