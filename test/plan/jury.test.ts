import { describe, expect, test } from "vitest";
import type { Criteria, JuryBallot } from "../../src/domain/plan.ts";
import type { JuryRequest, PlanAgent } from "../../src/domain/plan-agent.ts";
import { defaultSettings } from "../../src/settings.ts";
import { aStep, deliberate, opening, planners } from "../support/plan-table.ts";

/** 20 of 20 for a side, 10 for the other. */
function ballotFor(side: "X" | "Y", winner: JuryBallot["winner"] = side): JuryBallot {
  const [x, y] = side === "X" ? [20, 10] : [10, 20];
  return { scores: { X: points(x), Y: points(y) }, winner, reason: "because" };
}

function points(each: number): Criteria {
  return { clarity: each, consistency: each, strength: each, rebuttal: each, realism: each, synthesis: each };
}

/** For the plan with these words, whatever its label is. */
const forPlan =
  (words: string) =>
  async ({ X }: JuryRequest) =>
    ballotFor(X.includes(words) ? "X" : "Y");
const forLabel = (label: "X" | "Y") => async () => ballotFor(label);

async function judgedBy(size: number, ...judges: readonly PlanAgent["judge"][]) {
  const plans = ["Add a cache of pages", "Buy a faster disk"].map((title) => async () => ({
    ...opening(aStep(title)),
    risks: title.startsWith("Add") ? ["one"] : [],
  }));
  const scripts = judges.map((judge, index) => ({
    judge,
    ...(plans[index] === undefined ? {} : { open: plans[index] }),
  }));
  return deliberate(planners(...scripts), { settings: { plan: { ...defaultSettings.plan, jury: size } } });
}

const never = async (): Promise<JuryBallot> => {
  throw new Error("a side was asked although others are there");
};

test("golden (l) jury order swap that flips the winner → undecided", async () => {
  const { jury } = await judgedBy(1, never, never, forLabel("X"));
  expect(jury).toMatchObject({
    sides: ["ada", "bob"],
    verdict: null,
    jurors: [{ seat: "cyd", state: "order-dependent", verdict: null }],
    because: "Of 1 juror: 1 order-dependent.",
  });
});

test("a verdict that holds in both orders counts, with the points of both", async () => {
  const { jury, result } = await judgedBy(1, never, never, forPlan("disk"));
  const inBothOrders = expect.arrayContaining([
    { seat: "ada", points: 60 },
    { seat: "bob", points: 120 },
  ]);
  expect(jury).toMatchObject({
    verdict: "bob",
    jurors: [
      {
        state: "decided",
        totals: [inBothOrders, inBothOrders],
      },
    ],
  });
  expect(result).toBe("complete");
});

test("the jury changes nothing about the plan", async () => {
  const { winner, phases } = await judgedBy(1, never, never, forPlan("disk"));
  expect(winner).toBe("ada");
  expect(phases[0]?.steps.map(({ title }) => title)).toEqual(["Add a cache of pages", "Buy a faster disk"]);
});

test("a stated winner that contradicts the totals is thrown out, and the juror is named as lost", async () => {
  const { jury } = await judgedBy(1, never, never, async () => ballotFor("X", "Y"));
  expect(jury?.verdict).toBeNull();
  expect(jury?.jurors[0]).toMatchObject({ seat: "cyd", state: "lost", verdict: null });
  expect(jury?.jurors[0]?.reason).toMatch(/names (?:ada|bob) the winner, but its own points are 120 to 60/);
});

test("a lost juror is named, and counts in the size of the jury", async () => {
  const { jury, result, failures } = await judgedBy(
    2,
    never,
    never,
    async () => Promise.reject(new Error("no more credit")),
    forPlan("cache"),
  );
  expect(jury?.jurors.map(({ seat, state }) => `${seat} ${state}`)).toEqual(["cyd lost", "dan decided"]);
  expect(jury).toMatchObject({ verdict: null, because: "Of 2 jurors: 1 for ada, 1 lost." });
  expect(result).toBe("degraded");
  expect(failures).toContainEqual({ seat: "cyd", step: "jury", reason: "no more credit" });
});

test("a tie goes to nobody: equal points of a juror, equal votes of a jury", async () => {
  const even = async (): Promise<JuryBallot> => ({
    scores: { X: points(15), Y: points(15) },
    winner: "tie",
    reason: "",
  });
  const tied = await judgedBy(1, never, never, even);
  expect(tied.jury).toMatchObject({ verdict: null, jurors: [{ state: "tie" }] });
  const split = await judgedBy(2, never, never, forPlan("cache"), forPlan("disk"));
  expect(split.jury).toMatchObject({ verdict: null, because: "Of 2 jurors: 1 for ada, 1 for bob." });
});

test("points beyond the scale count as its end", async () => {
  const wild = async ({ X }: JuryRequest): Promise<JuryBallot> => {
    const isCache = X.includes("cache");
    return {
      scores: { X: points(isCache ? 1e9 : -5), Y: points(isCache ? -5 : 1e9) },
      winner: isCache ? "X" : "Y",
      reason: "",
    };
  };
  const { jury } = await judgedBy(1, never, never, wild);
  const totals = jury?.jurors[0]?.totals.map((sides) =>
    sides.map(({ seat, points: sum }) => `${seat} ${sum}`).toSorted(byText),
  );
  expect(totals).toEqual([
    ["ada 120", "bob 0"],
    ["ada 120", "bob 0"],
  ]);
});

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}

describe("blindness", () => {
  test("a juror sees both orders, no name of a seat, and nothing of the debate", async () => {
    const seen: JuryRequest[] = [];
    await judgedBy(1, never, never, async (request) => {
      seen.push(request);
      return ballotFor("X");
    });
    const [one, other] = seen;
    expect(seen).toHaveLength(2);
    expect([one?.X, one?.Y]).toEqual([other?.Y, other?.X]);
    expect(JSON.stringify(seen)).not.toMatch(/ada|bob|cyd|agree/);
    expect(Object.keys(one ?? {})).toEqual(["question", "X", "Y", "juror"]);
  });

  test("with no seat beside the two sides, they judge under labels", async () => {
    const { jury } = await judgedBy(3, forPlan("cache"), forPlan("cache"));
    expect(jury?.jurors.map(({ seat }) => seat)).toEqual(["ada", "bob", "ada"]);
    expect(jury?.verdict).toBe("ada");
  });

  test("one plan is no case for a jury, and the plan says so", async () => {
    const seats = planners(
      { open: async () => opening(aStep("Add a cache")) },
      { open: () => Promise.reject(new Error("gone")) },
    );
    const { jury, reason } = await deliberate(seats, { settings: { plan: { ...defaultSettings.plan, jury: 1 } } });
    expect(jury).toBeNull();
    expect(reason).toContain("No jury sat: it takes two plans.");
  });
});
