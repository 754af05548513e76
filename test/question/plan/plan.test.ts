import { describe, expect, test } from "vitest";
import { ProviderError } from "../../../src/domain/provider.ts";
import { secretScanner } from "../../../src/panel/secrets/secrets.ts";
import type { PlanAgent } from "../../../src/panel/stages/index.ts";
import { planReports } from "../../../src/report/index.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { countWords } from "../../../src/text/text.ts";
import { aFile } from "../../support/change-builder.ts";
import { aStep, deliberate, opening, planners, stepTitles, votes } from "../../support/plan-table.ts";

const dead = async (): Promise<never> => {
  throw new Error("the provider is down");
};
const cache = async () => opening(aStep("Add a cache of pages"));
const disk = async () => opening(aStep("Buy a faster disk"));

describe("the outcome of the debate", () => {
  test("two plans and no failure: complete", async () => {
    const made = await deliberate(planners({ open: cache }, { open: disk }));
    expect(made).toMatchObject({ result: "complete", reason: "", winner: "ada", composedBy: "ada", confidence: 100 });
    expect(stepTitles(made)).toEqual(["Add a cache of pages", "Buy a faster disk"]);
    expect(made.phases[0]?.steps[1]).toMatchObject({ raisedBy: ["bob"], backedBy: ["bob", "ada"], agreement: 1 });
  });

  test("one plan alone is degraded: it was not debated and has no confidence", async () => {
    const made = await deliberate(planners({ open: cache }, { open: dead }));
    expect(made).toMatchObject({ result: "degraded", confidence: null, panel: { state: "degraded" } });
    expect(made.reason).toContain("Only one seat delivered a plan, so it was not debated.");
    expect(made.failures).toEqual([{ seat: "bob", step: "plan-open", reason: "the provider is down" }]);
    expect(made.panel.seats[1]).toMatchObject({ healthy: false, failure: "the provider is down" });
  });

  test("golden (f) a dead seat is in no denominator", async () => {
    const made = await deliberate(planners({ open: cache }, { open: disk }, { open: dead }));
    expect(made).toMatchObject({ result: "degraded", confidence: 100 });
  });

  test("golden (g) all seats fail: there is no plan and no confidence", async () => {
    const made = await deliberate(planners({ open: dead }, { open: dead }));
    expect(made).toMatchObject({
      result: "failed",
      phases: [],
      winner: null,
      confidence: null,
      panel: { state: "failed" },
    });
    expect(made.reason).toBe("None of 2 seats delivered a plan: the provider is down");
  });

  test("no seat: a plan needs a model", async () => {
    const made = await deliberate([]);
    expect(made).toMatchObject({ result: "failed", panel: { state: "offline" } });
    expect(made.reason).toMatch(/^A plan needs a model, .*the API key of a vendor, .*PR_DEBATE_SEATS/);
  });

  test("ignores plans without steps", async () => {
    const made = await deliberate(planners({}, {}));
    expect(made).toMatchObject({
      result: "failed",
      reason: expect.stringContaining("No step is left"),
      summary: "There is no plan.",
    });
  });

  test("asks a failed seat nothing more, and keeps what it delivered", async () => {
    let closed = 0;
    const close: PlanAgent["close"] = async () => {
      closed += 1;
      return { position: "", concessions: [] };
    };
    const made = await deliberate(planners({ open: cache, close }, { open: disk, assume: dead, close }));
    expect(closed).toBe(1);
    expect(stepTitles(made)).toContain("Buy a faster disk");
    expect(made).toMatchObject({ result: "degraded", reason: "1 of 2 seats failed during the run: bob." });
  });
});

describe("budget and abort", () => {
  const spent = async (): Promise<never> => {
    throw new ProviderError("budget", "The budget of 2 calls is used up.");
  };

  test("golden (m) a budget spent after the openings gives a plan of the openings that says so", async () => {
    const made = await deliberate(
      planners({ open: cache, rebut: spent, close: dead, compose: dead }, { open: disk, close: dead }),
    );
    expect(made.result).toBe("degraded");
    expect(made.reason).toBe("The debate ended early, at plan-rebut: The budget of 2 calls is used up.");
    expect(stepTitles(made)).toEqual(["Buy a faster disk", "Add a cache of pages"]);
    expect(made).toMatchObject({ composedBy: null, failures: [{ seat: "ada", step: "plan-rebut" }] });
    expect(made.notes.join(" ")).toContain("The plan keeps the seats' own words");
  });

  test("an abort passes through without a result", async () => {
    const stop = new AbortController();
    const close: PlanAgent["close"] = async () => {
      stop.abort(new Error("interrupted"));
      throw new Error("the call was cut");
    };
    const made = deliberate(planners({ open: cache, close }, { open: disk }), { signal: stop.signal });
    await expect(made).rejects.toThrow("interrupted");
  });
});

describe("the rounds", () => {
  test("openings are blind: they see only the question and its context", async () => {
    const seen: unknown[] = [];
    const open: PlanAgent["open"] = async (request) => {
      seen.push(request);
      return cache();
    };
    await deliberate(planners({ open }, { open }));
    expect(seen[0]).toEqual(seen[1]);
    expect(Object.keys(Object(seen[0]))).toEqual(["context", "maxWords"]);
  });

  test("asks a seat only about the steps of others, and gives reasons without names", async () => {
    const asked: string[][] = [];
    const said: unknown[] = [];
    const rebut: PlanAgent["rebut"] = async (request) => {
      asked.push(request.items.map(({ title }) => title));
      return votes({ "Buy a faster disk": { verdict: "disagree", reason: "the disk is idle" } })(request);
    };
    const assume: PlanAgent["assume"] = async (request) => {
      said.push([...request.said.values()]);
      return { premises: [], concessions: [] };
    };
    await deliberate(planners({ open: cache, rebut, assume }, { open: disk, rebut }));
    expect(asked).toEqual([["Buy a faster disk"], ["Add a cache of pages"]]);
    expect(said).toEqual([[["the disk is idle"]]]);
  });

  test("adds a missing step with a ballot of its own", async () => {
    const rounds: number[] = [];
    const rebut: PlanAgent["rebut"] = async (request) => {
      rounds.push(request.round);
      return votes({ "Warm it up": { verdict: "modify", change: "at night" } })(request);
    };
    const bob = { open: disk, rebut: votes({}, [aStep("Warm it up"), aStep("Buy a faster disk")]) };
    const made = await deliberate(planners({ open: cache, rebut }, bob));
    expect(rounds).toEqual([1, 2]);
    const warm = made.phases[0]?.steps.find(({ title }) => title === "Warm it up");
    expect(warm).toMatchObject({ raisedBy: ["bob"], agreement: 0.5, dissent: [{ seat: "ada", change: "at night" }] });
    expect(stepTitles(made).filter((title) => title === "Buy a faster disk")).toHaveLength(1);
  });

  test("a conceded step loses its author's backing and therefore its place", async () => {
    const close: PlanAgent["close"] = async ({ own }) => ({
      position: "I was wrong.",
      concessions: own.map((step) => ({ step, reason: "the disk is idle" })),
    });
    const against = votes({ "Buy a faster disk": { verdict: "abstain" } });
    const made = await deliberate(planners({ open: cache, rebut: against }, { open: disk, close }));
    expect(stepTitles(made)).toEqual(["Add a cache of pages"]);
    expect(made.alternatives).toMatchObject([
      { title: "Buy a faster disk", because: "given up by its author, and backed by no other seat: the disk is idle" },
    ]);
  });

  test("a seat cannot concede another seat's step", async () => {
    const assume: PlanAgent["assume"] = async ({ items }) => ({
      premises: [],
      concessions: items.map(({ id }) => ({ step: id, reason: "out with it" })),
    });
    const made = await deliberate(planners({ open: cache }, { open: disk, assume }));
    expect(made.phases[0]?.steps.find(({ id }) => id === "s1")).toMatchObject({
      backedBy: ["ada", "bob"],
      dissent: [],
    });
  });

  test("merges assumptions and names all their authors", async () => {
    const open = async () => ({ ...(await cache()), assumptions: ["One process."] });
    const assume: PlanAgent["assume"] = async () => ({ premises: ["one process"], concessions: [] });
    const made = await deliberate(planners({ open }, { open: disk, assume }));
    expect(made.assumptions).toEqual([{ text: "One process.", seats: ["ada", "bob"] }]);
  });
});

describe("limits apply, and cuts are noted", () => {
  test("a closing has at most 200 words", async () => {
    const close: PlanAgent["close"] = async () => ({ position: "word ".repeat(1_000), concessions: [] });
    const made = await deliberate(planners({ open: cache, close }, { open: disk }));
    expect(countWords(made.positions[0]?.position ?? "")).toBeLessThanOrEqual(200);
    expect(made.notes).toContain("The closing of ada was cut to 200 words.");
  });

  test("one endless word does not bypass the limit", async () => {
    const close: PlanAgent["close"] = async () => ({ position: "x".repeat(1e6), concessions: [] });
    const made = await deliberate(planners({ open: cache, close }, { open: disk }));
    expect(made.positions[0]?.position.length).toBeLessThan(2_500);
  });

  test("an opening has at most max-words words and 20 steps", async () => {
    const long = aStep("", { description: "word ".repeat(900) });
    const open = async () => ({
      ...opening(...Array.from({ length: 30 }, (_, index) => ({ ...long, title: `Thing${index}` }))),
      summary: "word ".repeat(900),
    });
    const made = await deliberate(planners({ open }, {}), { settings: { plan: { jury: 0, maxWords: 100 } } });
    const steps = made.phases.flatMap(({ steps }) => steps);
    expect(steps).toHaveLength(20);
    expect(steps.reduce((sum, { description }) => sum + countWords(description), 0)).toBeLessThanOrEqual(100);
    expect(made.notes).toEqual(
      expect.arrayContaining([
        "The opening of ada was cut to 100 words.",
        "The opening of ada had 30 steps, of which 20 are kept.",
      ]),
    );
  });

  test("cuts a question that is too long, with a note", async () => {
    const made = await deliberate(planners({ open: cache }, { open: disk }), { question: "why ".repeat(5_000) });
    expect(made.question.length).toBeLessThanOrEqual(4_000);
    expect(made.context).toContain("The question was cut to 4000 characters.");
  });
});

describe("the wording", () => {
  const worded = (overrides: object = {}): PlanAgent["compose"] => {
    return async ({ items }) => ({
      summary: "Better words.",
      steps: items.map(({ id }) => ({ step: id, phase: "All", title: `Worded ${id}`, description: "Better." })),
      risks: [],
      openQuestions: [],
      ...overrides,
    });
  };
  const seats = (compose: PlanAgent["compose"], validate?: PlanAgent["validate"]) =>
    planners({ open: cache, compose }, { open: disk, ...(validate === undefined ? {} : { validate }) });

  test("uses the winner's words and order, and the seats' files and votes", async () => {
    const made = await deliberate(seats(worded()));
    expect(made.summary).toBe("Better words.");
    expect(stepTitles(made)).toEqual(["Worded s1", "Worded s2"]);
    expect(made.phases.map(({ title }) => title)).toEqual(["All"]);
  });

  test.each([
    ["leaves a step out", { steps: [] }, "2 left out, 0 not asked for"],
    ["invents one", { steps: ["s1", "s2", "s3"].map(as) }, "0 left out, 1 not asked for"],
    ["words one twice", { steps: ["s1", "s2", "s2"].map(as) }, "it worded a step twice"],
    [
      "leaves a title empty",
      { steps: ["s1", "s2"].map((step) => ({ ...as(step), title: "…" })) },
      "it left a title empty",
    ],
  ])("golden (h) rejects a composition that %s, and loses no step", async (_what, overrides, why) => {
    const made = await deliberate(seats(worded(overrides)));
    expect(stepTitles(made)).toEqual(["Add a cache of pages", "Buy a faster disk"]);
    expect(made).toMatchObject({ composedBy: null, result: "degraded" });
    expect(made.notes.join(" ")).toContain(why);
  });

  test("a majority that rejects a wording restores the step's own words", async () => {
    const reject: PlanAgent["validate"] = async ({ items }) =>
      items.map(({ id }) => ({ step: id, verdict: id === "s1" ? "reject" : "approve", reason: "not what was said" }));
    const made = await deliberate(seats(worded(), reject));
    expect(stepTitles(made)).toEqual(["Add a cache of pages", "Worded s2"]);
    expect(made.notes.join(" ")).toContain("1 of 1 validators rejected the composed ones");
  });

  test("golden (i) a validator without an answer abstains", async () => {
    const made = await deliberate(seats(worded(), dead));
    expect(stepTitles(made)).toEqual(["Worded s1", "Worded s2"]);
    expect(made.result).toBe("degraded");
  });

  test("an empty risk list of the winner removes no risk", async () => {
    const open = async () => ({ ...(await cache()), risks: ["It may fill the memory."] });
    const made = await deliberate(planners({ open, compose: worded() }, { open: disk }));
    expect(made.risks).toEqual(["It may fill the memory."]);
  });

  test("puts phases and steps after their dependencies, whatever the winner's order", async () => {
    const first = aStep("Test it all", { phase: "One", dependencies: ["Build the thing", "Ship it"] });
    const open = async () =>
      opening(first, aStep("Build the thing", { phase: "One" }), aStep("Ship it", { phase: "Two" }));
    const made = await deliberate(planners({ open }, {}));
    expect(stepTitles(made)).toEqual(["Ship it", "Build the thing", "Test it all"]);
    expect(made.phases.map(({ title }) => title)).toEqual(["Two", "One"]);
    expect(made.notes).toEqual([]);
  });

  test("splits phases that depend on each other, drops a dependency of such steps, and notes both", async () => {
    const open = async () =>
      opening(
        aStep("Draw it", { phase: "One" }),
        aStep("Build it", { phase: "Two", dependencies: ["Draw it", "Sell it"] }),
        aStep("Sell it", { phase: "One", dependencies: ["Build it"] }),
      );
    const made = await deliberate(planners({ open }, {}));
    expect(made.phases.map(({ title, steps }) => [title, steps.map((step) => step.title)])).toEqual([
      ["One", ["Draw it"]],
      ["Two", ["Build it"]],
      ["One (continued)", ["Sell it"]],
    ]);
    expect(made.notes).toEqual([
      'Step 2 ("Build it") comes before step 3 ("Sell it"), on which it depends: they depend on each other.',
      'The phase "One" comes in 2 parts: it and other phases depend on steps of each other.',
    ]);
  });

  test.each(["text", "markdown", "json"] as const)("in %s, no step precedes its dependency", async (format) => {
    const open = async () =>
      opening(
        aStep("Sell it", { phase: "Last", dependencies: ["Test it"] }),
        aStep("Test it", { phase: "Middle", dependencies: ["Build it"] }),
        aStep("Build it", { phase: "First" }),
      );
    const report = planReports[format](await deliberate(planners({ open }, {})), { version: "1.2.3" });
    const [plan = ""] = report.split(/What the seats saw|"alternatives"/);
    const titles = [...plan.matchAll(/(?:Build|Test|Sell) it(?=\n|",\n)/g)].map(([title]) => title);
    expect(titles).toEqual(["Build it", "Test it", "Sell it"]);
  });

  test.each([
    ["a step of another seat", "Buy a faster disk"],
    ["another seat's words for a joint step", "Add a small cache of pages"],
  ])("a missing step may depend on %s", async (_what, on) => {
    const small = aStep("Add a small cache of pages");
    const bob = { open: async () => opening(small, aStep("Buy a faster disk")) };
    const rebut = votes({}, [aStep("Warm it up", { dependencies: [on] })]);
    const made = await deliberate(planners({ open: cache, rebut }, bob));
    const steps = made.phases.flatMap((phase) => phase.steps);
    const [id] = steps.find(({ title }) => title === "Warm it up")?.dependsOn ?? [];
    const named = steps.find((step) => step.id === id);
    expect([named?.title, ...(named?.alsoProposed.map(({ title }) => title) ?? [])]).toContain(on);
  });

  test("names a dependency that lost where it is missing", async () => {
    const open = async () =>
      opening(aStep("Add a cache of pages", { dependencies: ["Rent a machine"] }), aStep("Rent a machine"));
    const rebut = votes({ "Rent a machine": { verdict: "disagree", reason: "there is one" } });
    const made = await deliberate(planners({ open }, { open: disk, rebut }, { rebut }));
    expect(made.phases[0]?.steps[0]).toMatchObject({
      dependsOn: [],
      needs: ["Rent a machine (not part of this plan)"],
    });
  });
});

describe("the winner", () => {
  test("a tie goes to the seat with fewer tokens, then to the earlier one", async () => {
    const seats = () => planners({ open: cache }, { open: disk });
    expect((await deliberate(seats())).winner).toBe("ada");
    expect(
      (
        await deliberate(seats(), {
          tokens: new Map([
            ["ada", 900],
            ["bob", 100],
          ]),
        })
      ).winner,
    ).toBe("bob");
  });

  test("a seat that failed midway does not word the plan of others", async () => {
    const open = async () => ({ ...(await cache()), risks: ["one", "two"] });
    const made = await deliberate(planners({ open, close: dead }, { open: disk }));
    expect(made).toMatchObject({ winner: "bob", composedBy: "bob" });
  });
});

const aChange = {
  ...{ repo: null, number: null, mergeBase: null, diff: { kind: "github" as const, files: [] } },
  ...{ base: { ref: "main", sha: "b".repeat(40) }, head: { ref: "work", sha: "" } },
};

describe("what the seats see", () => {
  test.each([
    ["an issue names follow those of the question, up to eight in total", null, ["b/0.ts", "b/1.ts"], 8],
    [
      "a pull request's description names are not added, because its diff shows the change",
      aChange,
      ["b/0.ts", "b/1.ts"],
      2,
    ],
  ])("files that %s", async (_, change, first, count) => {
    const paths = Array.from({ length: 12 }, (_path, index) => [`a/${index}.ts`, `b/${index}.ts`]).flat();
    const asked: string[][] = [];
    await deliberate(planners({ open: cache }, { open: disk }), {
      question: "Why do b/0.ts and b/1.ts differ?",
      source: {
        survey: async () => ({
          paths,
          change,
          thread: `It broke in ${paths.filter((path) => path.startsWith("a")).join(", ")}`,
        }),
        texts: async (given) => {
          asked.push([...given]);
          return new Map();
        },
      },
    });
    expect(asked[0]?.slice(0, 2)).toEqual(first);
    expect(asked[0]).toHaveLength(count);
  });

  test("names a lock file and a file without room as not shown", async () => {
    const files = [aFile("src/a.ts", null, "one\n"), aFile("package-lock.json", null, "{}\n")];
    const patch = files.map(({ path, headText }) => ({
      filename: path,
      status: "added",
      patch: `@@ -0,0 +1 @@\n+${headText?.trimEnd()}`,
    }));
    const change = { ...aChange, diff: { kind: "github" as const, files: patch } };
    const made = await deliberate(planners({ open: cache }, { open: disk }), {
      question: "What about src/a.ts and other.bin?",
      source: {
        survey: async () => ({ paths: ["src/a.ts", "other.bin"], change, thread: "An issue." }),
        texts: async () => new Map([["src/a.ts", "x".repeat(30_000)]]),
      },
    });
    expect(made.context).toEqual([
      "The thread in which it was asked.",
      "The paths of all 2 files.",
      "src/a.ts, cut.",
      "Not other.bin: it is not text, is too large, or did not fit.",
      "The diff main → work, 1 of 2 files; not shown: package-lock.json.",
    ]);
  });
});

test("H77 masks a secret that a limit cuts in two, in question, thread and file", async () => {
  const secret = ["ghp", "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA2bC4"].join("_");
  const long = (limit: number, start = "") =>
    `${start}${"word ".repeat(limit).slice(0, limit - start.length - 30)}${secret}${" end".repeat(50)}`;
  let seen = "";
  const open: PlanAgent["open"] = async (request) => {
    seen = JSON.stringify(request);
    return cache();
  };
  const made = await deliberate(planners({ open }, { open: disk }), {
    question: long(4_000, "What about src/a.ts? "),
    secrets: secretScanner,
    source: {
      survey: async () => ({ paths: ["src/a.ts"], change: null, thread: long(12_000) }),
      texts: async () => new Map([["src/a.ts", long(20_000)]]),
    },
  });
  expect(made.context).toContain("src/a.ts, cut.");
  expect(seen).toContain("‹masked: ");
  expect(seen + made.question).not.toContain("aB3dE5gH");
});

test("the same answers give the same plan, byte for byte", async () => {
  const made = () => deliberate(planners({ open: cache }, { open: disk }), { settings: defaultSettings });
  expect(JSON.stringify(await made())).toBe(JSON.stringify(await made()));
});

function as(step: string) {
  return { step, phase: "All", title: `Worded ${step}`, description: "Better." };
}
