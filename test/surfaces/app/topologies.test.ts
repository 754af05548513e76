import { afterEach, expect, test } from "vitest";
import { eventually, pullEvent, startApp } from "../../support/app-run.ts";
import { contested, largeChange, startDisputing } from "../../support/large-change.ts";
import { checkOn, startScenario } from "../../support/scenario.ts";
import { groundOf } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test.each([
  ["parallel", null],
  ["sequential", "**Topology:** sequential (one, then two, then three)"],
  ["hierarchical", "**Topology:** hierarchical (one led, 2 agents, 6 tasks)"],
  ["consensus", "**Topology:** consensus (2 rounds of votes: no position changed any more)"],
])(
  "the App reviews 1,500 lines as %s, which the base sets, and a P0 that one citation disputes still blocks",
  async (topology, named) => {
    const base = {
      "README.md": "# Shop\n",
      ".github/pr-debate.yml": `version: 1\ndebate: { topology: ${topology} }\n`,
    };
    const models = await startDisputing();
    // The head sets another topology, which does not count.
    const other = { ".github/pr-debate.yml": "version: 1\ndebate: { topology: parallel }\n" };
    const head = { ...base, ...largeChange(1_500), ...(named === null ? {} : other) };
    const { github, pull, close } = await startScenario({ base, head });
    github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
    const ground = await groundOf("PGlite");
    const app = await startApp({ github, models, ...ground.options });
    closing.push(ground.remove, models.close, close, app.stop);
    await app.deliver("pull_request", pullEvent("opened", pull));
    await eventually(() => expect(checkOn(github, pull.head.sha)?.conclusion).toBe("failure"), 120);
    const output = checkOn(github, pull.head.sha)?.output;
    const summary = github.world.issueComments[0]?.body ?? "";
    for (const text of [summary, output?.summary ?? ""]) {
      expect(text).toContain(contested.title);
      if (named === null) expect(text).not.toContain("Topology");
      else expect(text).toContain(named);
    }
    expect(output?.title).toContain("1 P0");
    expect(github.violations).toEqual([]);
    expect(models.calls.some(({ stage }) => stage === "lead")).toBe(topology === "hierarchical");
  },
);
