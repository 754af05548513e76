import { setTimeout as pause } from "node:timers/promises";
import { base, evalIsFatal, riskyText } from "../test/scenarios/samples.ts";
import { eventually, pullEvent, startAppProcess } from "../test/support/app-run.ts";
import { addCommit, type Pull, type World } from "../test/support/github-server/world.ts";
import { startReviewers } from "../test/support/scenario.ts";
import { type StoreKind, withSurroundings } from "./app-process.ts";

/** How a crowd of pull requests fared: all of it must have been reviewed, once each. */
export interface Crowd {
  readonly pulls: number;
  readonly processes: number;
  readonly latencyMs: number;
  readonly seconds: number;
  /** Reviews that GitHub was given, and pull requests that have exactly one, and a concluded check. */
  readonly reviews: number;
  readonly reviewedOnce: number;
  /** The most checks in progress, and calls that waited for the models, at the same time. */
  readonly mostDebatesAtOnce: number;
  readonly mostCallsAtOnce: number;
  /** Reviews that each process says it has done. */
  readonly perProcess: readonly number[];
  readonly violations: number;
}

export async function benchCrowd(options: {
  readonly store: StoreKind;
  readonly pulls: number;
  readonly processes: number;
  readonly concurrency: number;
  readonly latencyMs: number;
}): Promise<Crowd> {
  const { store, processes, concurrency, latencyMs } = options;
  let [underWay, mostCallsAtOnce] = [0, 0];
  const models = await startReviewers(evalIsFatal, {
    before: async () => {
      underWay += 1;
      mostCallsAtOnce = Math.max(mostCallsAtOnce, underWay);
      await pause(latencyMs);
      underWay -= 1;
    },
  });
  try {
    return await withSurroundings(store, async (surroundings) => {
      const { github } = surroundings;
      const env = {
        PR_DEBATE_CONCURRENCY: String(concurrency),
        PR_DEBATE_CONCURRENCY_PER_INSTALLATION: String(concurrency * processes),
      };
      const apps = [];
      for (let turn = 0; turn < processes; turn += 1)
        apps.push(await startAppProcess({ ...surroundings, models, env }));
      // Their reconcilers have looked for heads without a review by now, so that the webhooks alone ask for one.
      await pause(2_000);
      const pulls = Array.from({ length: options.pulls }, (_, index) => addPull(github.world, index + 1));
      const startedAt = performance.now();
      const [first] = apps;
      for (const pull of pulls) await first?.deliver("pull_request", pullEvent("opened", pull));
      let mostDebatesAtOnce = 0;
      const watch = setInterval(() => {
        const debating = github.world.checks.filter(({ status }) => status === "in_progress").length;
        mostDebatesAtOnce = Math.max(mostDebatesAtOnce, debating);
      }, 50);
      const open = () => pulls.filter(({ head }) => !isConcluded(github.world, head.sha)).length;
      await eventually(() => {
        if (open() > 0) throw new Error(`${open()} pull requests have no result: ${first?.log().slice(-2_000)}`);
      }, 300);
      clearInterval(watch);
      const seconds = (performance.now() - startedAt) / 1_000;
      // Whoever would review one again does it now.
      await pause(3_000);
      for (const app of apps) await app.stop();
      const { reviews } = github.world;
      const once = pulls.filter(({ number }) => reviews.filter((review) => review.number === number).length === 1);
      const perProcess = apps.map((app) => app.log().split('"msg":"a review is done"').length - 1);
      return {
        pulls: pulls.length,
        processes,
        latencyMs,
        seconds,
        reviews: reviews.length,
        reviewedOnce: once.length,
        mostDebatesAtOnce,
        mostCallsAtOnce,
        perProcess,
        violations: github.violations.length,
      };
    });
  } finally {
    await models.close();
  }
}

function isConcluded({ checks }: World, sha: string): boolean {
  return checks.findLast(({ headSha }) => headSha === sha)?.conclusion === "failure";
}

/** Each with a commit of its own: two pull requests with one head would share their check. */
export function addPull(world: World, number: number): Pull {
  const baseSha = addCommit(world, base, [], "base");
  const files = { "src/run.ts": riskyText, "NUMBER.md": `${number}\n` };
  const pull: Pull = {
    number,
    isOpen: true,
    isDraft: false,
    title: `Change ${number}`,
    body: "",
    author: "ann",
    labels: [],
    base: { ref: "main", sha: baseSha },
    head: { ref: `topic-${number}`, sha: addCommit(world, files, [baseSha], `head ${number}`), repo: world.repo },
  };
  world.pulls.set(number, pull);
  return pull;
}
