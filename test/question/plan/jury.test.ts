import { describe, expect, test } from "vitest";
import type { Criteria, JuryBallot, Plan } from "../../../src/domain/plan.ts";
import type { PlanAgent } from "../../../src/panel/stages/index.ts";
import type { JuryRequest } from "../../../src/panel/stages/jury.ts";
import { juryOutlook } from "../../../src/question/plan/jury.ts";
import { planReports } from "../../../src/report/index.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { aStep, deliberate, opening, planners } from "../../support/plan-table.ts";

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

test("golden (l) a winner that flips when the order is swapped is undecided", async () => {
  const { jury } = await judgedBy(1, never, never, forLabel("X"));
  expect(jury).toMatchObject({
    sides: ["ada", "bob"],
    verdict: null,
    jurors: [{ seat: "cyd", state: "order-dependent", verdict: null }],
    because: "Of 1 juror: 1 order-dependent.",
  });
});

test("counts a verdict that holds in both orders, with the points of both", async () => {
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

test("the jury does not change the plan", async () => {
  const { winner, phases } = await judgedBy(1, never, never, forPlan("disk"));
  expect(winner).toBe("ada");
  expect(phases[0]?.steps.map(({ title }) => title)).toEqual(["Add a cache of pages", "Buy a faster disk"]);
});

test("discards a winner that contradicts its own totals, and names the juror as failed", async () => {
  const { jury } = await judgedBy(1, never, never, async () => ballotFor("X", "Y"));
  expect(jury?.verdict).toBeNull();
  expect(jury?.jurors[0]).toMatchObject({ seat: "cyd", state: "lost", verdict: null });
  expect(jury?.jurors[0]?.reason).toMatch(/names (?:ada|bob) the winner, but its own points are 120 to 60/);
});

test("names a failed juror and counts it in the size of the jury", async () => {
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

test("where no juror answers there is no ruling, and the reports for people say so", async () => {
  const dead = async () => Promise.reject(new Error("no more credit"));
  const plan = await judgedBy(2, never, never, dead, dead);
  expect(plan.jury).toMatchObject({ verdict: null, because: "Of 2 jurors: 2 lost." });
  for (const report of [planReports.text, planReports.markdown]) {
    const shown = report(plan, { version: "1" });
    expect(shown).toContain("no ruling on");
    expect(shown).not.toContain("undecided between");
  }
});

test("equal points or equal votes are a tie without a winner", async () => {
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

test("limits points to the ends of the scale", async () => {
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

describe("a blind jury", () => {
  test("shows a juror both orders, no seat names, and nothing of the debate", async () => {
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

  test("one plan needs no jury, and the plan says so", async () => {
    const seats = planners(
      { open: async () => opening(aStep("Add a cache")) },
      { open: () => Promise.reject(new Error("gone")) },
    );
    const { jury, reason } = await deliberate(seats, { settings: { plan: { ...defaultSettings.plan, jury: 1 } } });
    expect(jury).toBeNull();
    expect(reason).toContain("No jury sat: it needs two plans.");
  });
});

describe("an author never judges", () => {
  /** Seats "provider:model"; ada's and bob's plans are the sides, and every juror decides for the cache. */
  async function seated(models: readonly string[], size: number, judge: PlanAgent["judge"] = forPlan("cache")) {
    const plans = [aStep("Add a cache of pages"), aStep("Buy a faster disk")];
    const seats = planners(
      ...models.map((_, index) => {
        const own = plans[index];
        return { judge, ...(own === undefined ? {} : { open: async () => opening(own) }) };
      }),
    ).map((seat, index) => {
      const [provider = "", ...rest] = (models[index] ?? "").split(":");
      return { ...seat, provider, model: rest.join(":") };
    });
    return deliberate(seats, { settings: { plan: { ...defaultSettings.plan, jury: size } } });
  }
  const names = ({ jury }: Plan) => jury?.jurors.map(({ seat }) => seat);

  test.each([
    ["two seats, both authors", ["a:one", "b:two"]],
    ["a third seat that runs an author's model under another name", ["a:one", "b:two", "a:one"]],
    ["an author's model through a gateway", ["anthropic:claude", "openai:gpt", "router:anthropic/claude"]],
    ["four seats of the two authors' models", ["a:one", "b:two", "a:one", "b:two"]],
    ["an author's model with a date", ["anthropic:claude-9", "openai:gpt-9", "anthropic:claude-9-20260101"]],
    ["an author's newest model", ["anthropic:claude-9", "openai:gpt-9", "anthropic:claude-9-latest"]],
    ["an author's model on another host", ["anthropic:claude-9", "openai:gpt-9", "azure:claude-9"]],
    ["a gateway that writes dots", ["anthropic:claude-9-5", "openai:gpt-9", "openrouter:anthropic/claude-9.5"]],
  ])("%s: no jury, and the plan says why", async (_what, models) => {
    const made = await seated(models, 3, never);
    expect(made).toMatchObject({ jury: null, result: "degraded", failures: [] });
    expect(made.reason).toBe(
      "No jury sat: the model of every seat that is left wrote one of the two plans, and an author does not judge.",
    );
  });

  test.each([
    ["a name that says nothing without its provider", ["a:one", "b:two", "c:one"], ["cyd"]],
    ["a smaller model of one family", ["a:gpt-5.5", "b:two", "a:gpt-5.5-mini"], ["cyd"]],
    ["another model of the same provider", ["a:one", "b:two", "a:three"], ["cyd"]],
    ["two plans by one model", ["a:one", "a:one", "b:two"], ["cyd"]],
  ])("%s may judge", async (_what, models, jurors) => {
    expect(names(await seated(models, 1))).toEqual(jurors);
  });

  test("an author that failed midway still counts as author of its side", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const seats = planners(
      { open: async () => opening(aStep("Add a cache")), judge: never },
      { open: async () => opening(aStep("Buy a disk")), close: gone, judge: never },
      { judge: never },
    ).map((seat) => (seat.name === "cyd" ? { ...seat, provider: "provider-1" } : seat));
    const made = await deliberate(seats, { settings: { plan: { ...defaultSettings.plan, jury: 1 } } });
    expect(made.jury).toBeNull();
    expect(made.reason).toContain("an author does not judge");
  });

  test("does not judge an opening without steps", async () => {
    const [ada, bob] = [{ open: async () => opening(aStep("Add a cache")) }, {}];
    const made = await deliberate(planners(ada, bob, {}), { settings: { plan: { ...defaultSettings.plan, jury: 1 } } });
    expect(made).toMatchObject({ jury: null, reason: "No jury sat: it needs two plans." });
  });

  test("counts one model asked three times as one model, and every report says so", async () => {
    const made = await seated(["a:one", "b:two", "c:three"], 3);
    expect(names(made)).toEqual(["cyd", "cyd", "cyd"]);
    expect(planReports.text(made, { version: "1" }).replace(/\s+/g, " ")).toContain(
      "Of 3 jurors: 3 for ada. 3 answers of 1 model.",
    );
    expect(planReports.markdown(made, { version: "1" })).toContain("Of 3 jurors: 3 for ada. 3 answers of 1 model.");
    expect(JSON.parse(planReports.json(made, { version: "1" }))).toMatchObject({
      jury: { models: 1, jurors: [{ model: "c/three" }, { model: "c/three" }, { model: "c/three" }] },
    });
  });

  test("counts nine jurors of two models as two models, and a failed juror as none", async () => {
    const made = await seated(["a:one", "b:two", "c:three", "d:four"], 9);
    expect(names(made)?.filter((name) => name === "cyd")).toHaveLength(5);
    expect(planReports.markdown(made, { version: "1" })).toContain("9 answers of 2 models.");
    const lost = await seated(["a:one", "b:two", "c:three"], 1, async () => Promise.reject(new Error("gone")));
    expect(planReports.markdown(lost, { version: "1" })).toContain("0 answers of 0 models.");
  });

  test("prefers different models over a second seat of one model", async () => {
    const seats = planners(
      { open: async () => opening(aStep("Add a cache of pages")), judge: never },
      { open: async () => opening(aStep("Buy a faster disk")), judge: never },
      ...Array.from({ length: 3 }, () => ({ judge: forPlan("cache") })),
    ).map((seat, index) => ({ ...seat, provider: "p", model: ["one", "two", "three", "three", "four"][index] ?? "" }));
    const made = await deliberate(seats, { settings: { plan: { ...defaultSettings.plan, jury: 3 } } });
    expect(names(made)).toEqual(["cyd", "seat4", "dan"]);
  });
});

test.each([
  ["sure", ["a:one", "b:two", "c:three"]],
  ["possible", ["a:one", "b:two", "a:one"]],
  ["none", ["a:one", "b:two"]],
  ["none", ["a:one", "a:one", "a:one"]],
  ["none", []],
])("whether a jury can sit is %s for seats %j", (outlook, seats) => {
  const given = seats.map((seat) => ({ provider: seat.slice(0, 1), model: seat.slice(2) }));
  expect(juryOutlook(given)).toBe(outlook);
});
