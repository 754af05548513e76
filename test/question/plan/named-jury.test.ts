import { describe, expect, test } from "vitest";
import type { JuryBallot } from "../../../src/domain/plan.ts";
import type { PlanAgent, PlanSeat } from "../../../src/panel/stages/index.ts";
import type { JuryRequest } from "../../../src/panel/stages/jury.ts";
import { plan } from "../../../src/question/plan/plan.ts";
import { planReports } from "../../../src/report/index.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { aStep, opening, planners } from "../../support/plan-table.ts";

const points = (each: number) => ({
  ...{ clarity: each, consistency: each, strength: each, rebuttal: each, realism: each, synthesis: each },
});
const ballot = (winner: "X" | "Y"): JuryBallot => ({
  scores: winner === "X" ? { X: points(20), Y: points(10) } : { X: points(10), Y: points(20) },
  ...{ winner, reason: "because" },
});
const forCache = async ({ X }: JuryRequest) => ballot(X.includes("cache") ? "X" : "Y");
const never = async (): Promise<never> => {
  throw new Error("a seat of the panel was asked to judge");
};

const juror = (name: string, model: string, judge: PlanAgent["judge"]): PlanSeat => {
  const [seat] = planners({ judge });
  if (seat === undefined) throw new Error("no seat");
  return { ...seat, name, provider: "jury", model };
};

/** Models are by the name of a seat: those that are asked, and those that answer. */
interface Panel {
  /** The third seat of the panel. */
  readonly third?: Partial<PlanAgent>;
  readonly models?: Readonly<Record<string, string>>;
  readonly served?: Readonly<Record<string, string>>;
}

/** Three seats, of which ada and bob wrote the two best plans, and this jury. */
async function judgedBy(jury: readonly PlanSeat[], size = 0, { models = {}, served = {}, third = {} }: Panel = {}) {
  const plans = ["Add a cache of pages", "Buy a faster disk"];
  const seats = planners(...plans.map((title) => ({ judge: never, open: async () => opening(aStep(title)) })), {
    ...{ judge: never, ...third },
  }).map((seat) => ({ ...seat, model: models[seat.name] ?? seat.model }));
  const none = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 };
  return plan(
    {
      question: "How?",
      source: {
        survey: async () => ({ paths: [], change: null, thread: null }),
        texts: async () => new Map(),
      },
      setTable: async () => ({
        settings: { ...defaultSettings, plan: { ...defaultSettings.plan, jury: size } },
        ...{ notes: [], guide: "", seatsFor: () => seats, juryFor: () => jury },
        ...{ usage: () => ({ ...none, seats: [] }), costOf: () => null, tokens: () => new Map() },
        servedModels: () => new Map(Object.entries(served).map(([name, model]) => [name, [model]])),
      }),
      secrets: { scan: async () => [], scanText: async () => [] },
      now: () => new Date("2026-01-02T03:04:05Z"),
      emit: () => {},
    },
    new AbortController().signal,
  );
}

describe("a jury that the settings name", () => {
  test("nine jurors are nine answers of nine models, in both orders, and no seat judges", async () => {
    const asked: string[] = [];
    const jury = Array.from({ length: 9 }, (_, index) =>
      juror(`juror-${index}`, `model-${index}`, async (request) => {
        asked.push(`juror-${index}`);
        return forCache(request);
      }),
    );
    const made = await judgedBy(jury, 3);
    expect(made.jury).toMatchObject({ verdict: "ada", because: "Of 9 jurors: 9 for ada." });
    expect(new Set(made.jury?.jurors.map(({ model }) => model)).size).toBe(9);
    expect(asked).toHaveLength(18);
    expect(made.result).toBe("complete");
  });

  test("the model of an author does not judge, and the plan says so", async () => {
    const kin = { ...juror("kin", "test", never), provider: "provider-0" };
    const made = await judgedBy([kin, juror("free", "model-1", forCache)]);
    expect(made.jury?.jurors.map(({ seat }) => seat)).toEqual(["free"]);
    expect(made.jury?.because).toBe("Of 1 juror: 1 for ada. Not asked, because an author does not judge: kin.");
  });

  test("only authors: no jury sits, no seat steps in, and the plan says why", async () => {
    const kin = { ...juror("kin", "test", never), provider: "provider-1" };
    const made = await judgedBy([kin], 1);
    expect(made).toMatchObject({ jury: null, result: "degraded", failures: [] });
    expect(made.reason).toMatch(/^No jury sat: every model that debate\.jury names wrote one of the two plans/);
  });

  test("a juror that is also a seat of the panel is asked, though that seat failed before", async () => {
    const third = { open: never };
    const made = await judgedBy([juror("cyd", "model-1", forCache)], 0, { third });
    expect(made.failures).toMatchObject([{ seat: "cyd" }]);
    expect(made.jury).toMatchObject({ verdict: "ada", because: "Of 1 juror: 1 for ada." });
  });

  test("a juror that follows the order has no verdict (position bias), and one that fails still counts", async () => {
    const lost = async (): Promise<JuryBallot> => {
      throw new Error("no credit");
    };
    const made = await judgedBy([
      juror("first", "m-1", async () => ballot("X")),
      juror("gone", "m-2", lost),
      juror("fair", "m-3", forCache),
    ]);
    expect(made.jury).toMatchObject({ verdict: null, because: "Of 3 jurors: 1 for ada, 1 order-dependent, 1 lost." });
    expect(made).toMatchObject({ result: "degraded", reason: "Failed jurors: gone." });
  });

  test.each(["claude-9-5-20260101", "claude-9-5-latest", "anthropic/claude-9.5", "us.anthropic.claude-9-5-v1:0"])(
    "an author's model under the name %s does not judge",
    async (alias) => {
      const made = await judgedBy([juror("alias", alias, never), juror("free", "model-1", forCache)], 0, {
        models: { ada: "claude-9-5" },
      });
      expect(made.jury?.jurors.map(({ seat }) => seat)).toEqual(["free"]);
      expect(made.jury?.because).toContain("Not asked, because an author does not judge: alias.");
    },
  );

  test("a model that answered for an author does not judge", async () => {
    const made = await judgedBy([juror("alias", "claude-9-5", never), juror("free", "model-1", forCache)], 0, {
      models: { ada: "auto" },
      served: { ada: "claude-9-5-20260101" },
    });
    expect(made.jury?.jurors.map(({ seat }) => seat)).toEqual(["free"]);
  });

  test("a juror for whom an author's model answered is lost, still counts, and the notes say so", async () => {
    const served: Record<string, string> = {};
    const answeredByKin = async (request: JuryRequest) => {
      served["fair"] = "claude-9-5-20260101";
      return forCache(request);
    };
    const made = await judgedBy(
      [juror("fair", "my-deployment", answeredByKin), juror("free", "model-1", forCache)],
      0,
      {
        models: { ada: "claude-9-5" },
        served,
      },
    );
    expect(made.jury).toMatchObject({
      verdict: null,
      because: "Of 2 jurors: 1 for ada, 1 lost.",
      jurors: [{ seat: "fair", state: "lost", verdict: null }, { seat: "free" }],
    });
    expect(made.jury?.jurors[0]?.reason).toBe("an author's model answered for it: claude-9-5-20260101");
    expect(made.notes).toContain(
      "The answers of juror fair do not count: claude-9-5-20260101 answered for it, and that model wrote one of the two plans.",
    );
  });

  test("two names that one model answered for are one model", async () => {
    const jury = [juror("fair", "deployment-1", forCache), juror("calm", "deployment-2", forCache)];
    const made = await judgedBy(jury, 0, { served: { fair: "gpt-9.1", calm: "gpt-9-1-20260101" } });
    expect(planReports.markdown(made, { version: "1" })).toContain("2 answers of 1 model.");
  });
});
