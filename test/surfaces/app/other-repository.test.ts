import { afterEach, describe, expect, test } from "vitest";
import { common, eventually, pullEvent } from "../../support/app-run.ts";
import { blocked, type Stage } from "../../support/app-stage.ts";
import { commentBy, replyBy, signsOn } from "../../support/commands.ts";
import { addCommit } from "../../support/github-server/world.ts";
import { groundOf, oneStore } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Sent = readonly [event: string, payload: object];

/** Late webhooks of the repository that had this name before. */
const late: Readonly<Record<string, (on: Stage) => Sent>> = {
  review: ({ scenario: { pull } }) => ["pull_request", pullEvent("synchronize", pull)],
  command: (on) => comment(on, "/debate pause"),
  plan: (on) => comment(on, "/debate plan How do we cache?"),
  reply: (on) => {
    const { event, payload } = replyBy(on.scenario, "max", "No.");
    return [event, payload];
  },
  "re-run": ({ scenario: { github, pull } }) => {
    const [check] = github.world.checks;
    const run = { head_sha: pull.head.sha, external_id: check?.externalId, app: { id: github.app.id } };
    return ["check_run", { action: "rerequested", check_run: run }];
  },
  "merge group": ({ scenario: { github, pull } }) => {
    const sha = addCommit(github.world, { a: "b" }, [pull.base.sha], "A change (#7)");
    const ref = `refs/heads/gh-readonly-queue/main/pr-7-${pull.base.sha}`;
    return [
      "merge_group",
      { action: "checks_requested", merge_group: { head_sha: sha, base_sha: pull.base.sha, head_ref: ref } },
    ];
  },
};

function comment({ scenario }: Stage, body: string): Sent {
  const { event, payload } = commentBy(scenario, "max", body);
  return [event, payload];
}

describe.each(oneStore)("on %s", (kind) => {
  test("late webhooks from a repository whose name was reassigned change nothing there, and its own still work", async () => {
    const { on } = await blocked(await groundOf(kind), closing, { installedAt: "2027-01-01T00:00:00Z" });
    const { world } = on.scenario.github;
    const [calls, checks] = [on.models.calls.length, structuredClone(world.checks)];
    for (const [name, make] of Object.entries(late)) {
      const [event, payload] = make(on);
      const before = moved(on);
      const old = { id: 99, full_name: "octo/app" };
      expect(await on.app.deliver(event, { ...payload, ...common("octo/app"), repository: old })).toBe(202);
      await eventually(() => expect(moved(on), name).toBeGreaterThan(before), 40);
    }
    expect([world.checks, on.models.calls.length]).toEqual([checks, calls]);
    expect(world.issueComments.filter(({ body }) => body.includes("kind=plan"))).toEqual([]);
    const { event, payload, id } = commentBy(on.scenario, "max", "/debate status");
    await on.app.deliver(event, { ...payload, ...common("octo/app") });
    await eventually(() => expect(signsOn(on.scenario, id)).toContain("+1"));
  });
});

const moved = ({ app }: Stage) => app.log().match(/"an event was about another repository"/g)?.length ?? 0;
