import { afterEach, describe, expect, test } from "vitest";
import { answersIn, signsOn } from "../support/commands.ts";
import type { Handler } from "../support/model-server.ts";
import { planAnswers } from "../support/plan-script.ts";
import { type PlanStage, question, startPlanStage } from "../support/plan-stage.ts";

let on: PlanStage;
afterEach(async () => {
  expect(on.scenario.github.violations).toEqual([]);
  await on.close();
});

/** What models do from now on. */
interface Mood {
  says: Handler;
}

async function stage(): Promise<Mood> {
  const mood: Mood = { says: planAnswers };
  on = await startPlanStage((call) => mood.says(call));
  return mood;
}

function held(mood: Mood): () => void {
  const hold = Promise.withResolvers<void>();
  mood.says = async (call) => {
    await hold.promise;
    return planAnswers(call);
  };
  return hold.resolve;
}

/** The first two writes of a comment are held until both are there: neither run saw the other's. */
function bothAtOnce(method: "POST" | "PATCH"): void {
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  on.scenario.github.fault = async (request) => {
    if (request.method !== method || !/\/comments(?:\/\{comment_id\})?$/.test(request.route)) return null;
    waiting += 1;
    if (waiting === 2) both.resolve();
    await both.promise;
    return null;
  };
}

const bodies = () => on.plans().map(({ body }) => body);
const only = (): string => {
  expect(on.plans()).toHaveLength(1);
  return bodies()[0] ?? "";
};
const count = (text: string, part: RegExp): number => [...text.matchAll(new RegExp(part, "gm"))].length;
const aPlan = /^# PR Debate: A plan of/;
const planned = /^<!-- pr-debate planned comment=\d+ -->$/;
const own = () => on.plans()[0] ?? expect.fail("no plan");

describe("F30 a question that is asked again", () => {
  test("keeps its plan below the progress until the new plan is ready", async () => {
    const mood = await stage();
    const first = await on.ask("issue");
    const before = only();
    const release = held(mood);
    const asking = on.ask("issue", question.toUpperCase());
    await expect.poll(only).toContain("again for `@max`");
    const during = only();
    expect(during.endsWith(before.slice(before.indexOf("<!-- pr-debate planned")))).toBe(true);
    await expect.poll(() => on.models.calls.length).toBe(18);
    await on.redo(first.given);
    expect(on.models.calls).toHaveLength(18);
    release();
    const second = await asking;
    expect(second.signs).toEqual(["eyes", "+1"]);
    expect(only()).not.toContain("again for");
    expect([count(only(), aPlan), count(only(), planned)]).toEqual([1, 1]);
    expect(only()).toContain(`planned comment=${second.given.id}`);
  });

  test.each<[string, (mood: Mood) => { sober: boolean; why: string }]>([
    ["no model is left", () => ({ sober: true, why: "A plan needs a model" })],
    [
      "all seats fail",
      (mood) => {
        mood.says = () => "no JSON";
        return { sober: false, why: "None of 3 seats delivered a plan" };
      },
    ],
    [
      "GitHub gives nothing",
      () => {
        on.scenario.github.fault = ({ route }) =>
          route.includes("/git/trees/") ? { kind: "answer", answer: { status: 403, body: { message: "no" } } } : null;
        return { sober: false, why: "The run failed before there was a plan" };
      },
    ],
  ])("keeps its plan when %s, and notes it on top once, however often it happens", async (_, prepare) => {
    const mood = await stage();
    await on.ask("issue");
    const plan = only().slice(only().indexOf("<!-- pr-debate planned"));
    const { sober, why } = prepare(mood);
    for (let times = 0; times < 2; times += 1) {
      const failed = await on.ask("issue", question, { sober });
      expect(failed.signs).toEqual(["eyes", "-1"]);
      await on.redo(failed.given, sober);
      expect(only().endsWith(plan)).toBe(true);
      expect(count(only(), /no new plan/)).toBe(1);
      expect([count(only(), aPlan), count(only(), planned)]).toEqual([1, 1]);
      const [top = ""] = only().split("\n\n---\n\n");
      expect(top).toContain(why);
      expect(top).toContain("`@max`");
      expect(top.split("\n\n")).toHaveLength(2);
    }
    mood.says = planAnswers;
    on.scenario.github.fault = () => null;
    await on.ask("issue");
    expect(only()).not.toContain("no new plan");
    expect(count(only(), aPlan)).toBe(1);
  });
});

describe("the same question at the same moment", () => {
  test.each(["new", "known"])("is planned once when it is %s, and the other comment links there", async (what) => {
    const mood = await stage();
    const isNew = what === "new";
    if (!isNew) await on.ask("issue");
    const before = on.models.calls.length;
    const release = held(mood);
    bothAtOnce(isNew ? "POST" : "PATCH");
    const asking = Promise.all([on.ask("issue"), on.ask("issue", question.toUpperCase())]);
    await expect.poll(() => answersIn(on.scenario)).toHaveLength(1);
    const [older = 0] = on.plans().map(({ id }) => id);
    expect(answersIn(on.scenario)[0]).toContain(`This question is being planned in [`);
    expect(answersIn(on.scenario)[0]).toContain(`#issuecomment-${older})`);
    release();
    const runs = await asking;
    for (const { signs } of runs) expect(signs).toEqual(["eyes", "+1"]);
    expect(only()).toMatch(/A plan of/);
    const opened = on.models.calls.slice(before).filter(({ stage: step }) => step === "plan-open");
    expect(opened).toHaveLength(3);
    const calls = on.models.calls.length;
    for (const { given } of runs) await on.redo(given);
    expect(on.models.calls).toHaveLength(calls);
    expect(answersIn(on.scenario)).toHaveLength(1);
  });

  test.each([
    ["being planned", true],
    ["planned", false],
  ])(
    "is not planned by a job that was killed before it looked, and runs again while the older is %s",
    async (how, isOpen) => {
      await stage();
      const first = await on.ask("issue", "Another one?");
      const second = await on.ask("issue");
      const [older, newer] = on.plans();
      if (older === undefined || newer === undefined) throw new Error("no plans");
      const [marker = ""] = newer.body.split("\n");
      newer.body = `${marker}\n<!-- pr-debate planning comment=${second.given.id} -->\n\n**PR Debate** is planning …\n`;
      const stands = isOpen ? "planning" : "planned";
      older.body = `${marker}\n<!-- pr-debate ${stands} comment=${first.given.id} -->\n\ntext\n`;
      older.editedAt = new Date().toISOString();
      const calls = on.models.calls.length;
      await on.redo(second.given);
      expect(on.models.calls).toHaveLength(calls);
      expect(bodies()).toEqual([older.body]);
      expect(answersIn(on.scenario)).toEqual([newer.body]);
      expect(newer.body).toContain(how === "planned" ? "This question is answered in [" : "is being planned in [");
      expect(signsOn(on.scenario, second.given.id).at(-1)).toBe("+1");
    },
  );

  test("also while it is being planned; a run that fell silent is taken over", async () => {
    const mood = await stage();
    const release = held(mood);
    const asking = on.ask("issue");
    await expect.poll(() => on.plans().length).toBe(1);
    const again = await on.ask("issue");
    expect(again.signs).toEqual(["eyes", "+1"]);
    expect(answersIn(on.scenario)).toEqual([expect.stringContaining("This question is being planned in [")]);
    release();
    await asking;
    const plan = own();
    plan.body = plan.body.replace("planned comment=", "planning comment=");
    plan.editedAt = new Date(Date.now() - 200_000).toISOString();
    expect((await on.ask("issue")).signs).toEqual(["eyes", "+1"]);
    expect(answersIn(on.scenario)).toHaveLength(1);
    expect(only()).toMatch(/A plan of/);
  });

  test("two questions at once are two plans, and so is one question on two issues", async () => {
    await stage();
    await Promise.all([on.ask("issue"), on.ask("issue", "Something else?"), on.ask("pull")]);
    expect(on.plans().map(({ number }) => number)).toEqual(expect.arrayContaining([7, 12, 12]));
    for (const body of bodies()) expect(body).toMatch(/A plan of/);
    expect(answersIn(on.scenario)).toEqual([]);
  });
});

describe("a comment that changes while its question is planned", () => {
  test.each<[string, () => void]>([
    ["deleted", () => on.scenario.github.world.issueComments.splice(-1)],
    ["edited by somebody", () => Object.assign(own(), { body: `${own().body}Mine now.`, editor: "eve" })],
  ])("is %s: the plan comes in a new comment", async (_, change) => {
    const mood = await stage();
    const release = held(mood);
    const asking = on.ask("issue");
    await expect.poll(() => on.plans().length).toBe(1);
    change();
    const left = on.plans();
    const words = bodies();
    release();
    expect((await asking).signs).toEqual(["eyes", "+1"]);
    expect(bodies().slice(0, left.length)).toEqual(words);
    expect(on.plans()).toHaveLength(left.length + 1);
    expect(bodies().at(-1)).toMatch(/A plan of/);
  });

  test("gets no progress once it is no longer ours; a plan that is kept stays below it", async () => {
    const mood = await stage();
    await on.ask("issue");
    const release = held(mood);
    const asking = Promise.all([on.ask("pull"), on.ask("issue")]);
    await expect.poll(() => bodies().filter((body) => body.includes("is planning"))).toHaveLength(2);
    const [again, edited] = on.plans();
    Object.assign(edited ?? {}, { body: "Mine now. kind=plan", editor: "eve" });
    await expect.poll(() => again?.body ?? "").toContain("Seats plan (each on its own");
    expect([count(again?.body ?? "", aPlan), count(again?.body ?? "", planned)]).toEqual([1, 1]);
    await new Promise((done) => setTimeout(done, 1_500));
    release();
    await asking;
    expect(edited?.body).toBe("Mine now. kind=plan");
    expect(bodies().filter((body) => body.includes("A plan of"))).toHaveLength(2);
  });
});
