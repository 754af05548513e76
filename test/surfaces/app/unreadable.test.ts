import { describe, expect, test } from "vitest";
import { base, clean, evalIsFatal, risky } from "../../scenarios/samples.ts";
import { type App, common, eventually, pullEvent, startApp } from "../../support/app-run.ts";
import { commentBy, findingsIn, signsOn } from "../../support/commands.ts";
import { checkOn, startReviewers, startScenario } from "../../support/scenario.ts";
import { groundOf, oneStore, openStore } from "../../support/stores.ts";

const newer = "superseded-by-policy";

describe.each(oneStore)("on %s", (kind) => {
  test("state of another version is not treated as empty: the review fails, and no command overwrites it", async ({
    onTestFinished,
  }) => {
    const ground = await groundOf(kind);
    const models = await startReviewers(evalIsFatal);
    const scenario = await startScenario({ base, head: risky });
    const { github, pull } = scenario;
    github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2999-01-01T00:00:00Z" });
    github.world.roles.set("max", "write");
    const start = () => startApp({ github, models, ...ground.options, env: { PR_DEBATE_RETRY_SECONDS: "0" } });
    let app: App = await start();
    onTestFinished(async () => {
      for (const close of [() => app.stop(), scenario.close, models.close, ground.remove]) await close();
    });
    const say = async (body: string) => {
      const { event, payload, id } = commentBy(scenario, "max", body);
      await app.deliver(event, { ...payload, ...common("octo/app") });
      return id;
    };
    const done = async (body: string) => {
      const id = await say(body);
      await eventually(() => expect(signsOn(scenario, id)).toContain("+1"));
    };

    await app.deliver("pull_request", pullEvent("opened", pull));
    await eventually(() => expect(checkOn(github, pull.head.sha)?.conclusion).toBe("failure"));
    await eventually(() => expect(app.log()).toContain('"a review is done"'));
    await done(`/debate dismiss ${findingsIn(scenario)[0]} wont-fix`);
    await done("/debate pause");
    await app.stop();
    const kept = async (change: (text: string) => string) => {
      const { db, close } = await openStore({ ...ground, remove: async () => {} });
      const { key, decisions } = await db.selectFrom("subjects").selectAll().executeTakeFirstOrThrow();
      const text = change(JSON.stringify(decisions));
      await db.updateTable("subjects").set({ decisions: text }).where("key", "=", key).execute();
      await close();
      return text;
    };
    await kept((text) => text.replace("wont-fix", newer));

    app = await start();
    scenario.push(clean);
    await app.deliver("pull_request", pullEvent("synchronize", pull));
    const check = await eventually(() => {
      const found = checkOn(github, pull.head.sha);
      expect(found?.status).toBe("completed");
      return found;
    }, 60);
    expect(check).toMatchObject({
      conclusion: "failure",
      output: { title: expect.stringContaining("failed repeatedly") },
    });
    expect(app.log()).toMatch(
      /People's decisions about \S+ cannot be read \(dismissals\.0\.kind\).*run that version or a newer/,
    );
    const id = await say("/debate resume");
    await eventually(() => expect(signsOn(scenario, id)).toContain("eyes"));
    await app.stop();
    expect(JSON.parse(await kept((text) => text))).toMatchObject({
      dismissals: [{ kind: newer }],
      paused: { by: "max" },
    });
    expect(signsOn(scenario, id)).not.toContain("+1");
  });
});
