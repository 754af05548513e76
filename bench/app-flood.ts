import { setTimeout as pause } from "node:timers/promises";
import { evalIsFatal } from "../test/scenarios/samples.ts";
import { type AppProcess, common, eventually, pullEvent, startAppProcess } from "../test/support/app-run.ts";
import type { World } from "../test/support/github-server/world.ts";
import type { GitHubServer } from "../test/support/github-server.ts";
import { startReviewers } from "../test/support/scenario.ts";
import { addPull } from "./app-debates.ts";
import { type StoreKind, withSurroundings } from "./app-process.ts";

/** How one installation fares while another one floods the App. */
export interface Flood {
  readonly idleMs: number;
  readonly floodedMs: number;
  /** How many times as long its first review takes to start. */
  readonly ratio: number;
  /** The most writes of the flooding installation in any minute, and how many of all were reactions. */
  readonly writesPerMinute: number;
  readonly reactions: number;
}

const floods = { commands: 200, reviews: 200 } as const;
const watchMs = 60_000;
const other = "other/app";

/** `reviews`: 200 pull requests at once; `commands`: 200 commands of one person on one pull request. */
export async function benchFlood(store: StoreKind, kind: keyof typeof floods): Promise<Flood> {
  const models = await startReviewers(evalIsFatal, { before: () => pause(200) });
  try {
    return await withSurroundings(store, async (surroundings) => {
      const { github } = surroundings;
      const installedAt = new Date().toISOString();
      github.app.installations.set(88, { repositories: [other], createdAt: installedAt });
      const neighbour = github.addRepository(other);
      github.world.roles.set("max", "write");
      const writes = watchWrites(github);
      // As on GitHub's own servers, where the stand-in is not.
      const app = await startAppProcess({ ...surroundings, models, env: { PR_DEBATE_WRITES_PER_MINUTE: "60" } });
      await pause(2_000);
      await startOfReview(app, neighbour, 1);
      const idleMs = await startOfReview(app, neighbour, 2);
      await pause(5_000);
      writes.length = 0;
      await (kind === "commands" ? giveCommands(app, github) : openPulls(app, github));
      const floodedMs = await startOfReview(app, neighbour, 3);
      await pause(watchMs);
      await app.kill();
      const reactions = writes.filter(({ route }) => route.endsWith("/reactions")).length;
      return { idleMs, floodedMs, ratio: floodedMs / idleMs, writesPerMinute: mostInAMinute(writes), reactions };
    });
  } finally {
    await models.close();
  }
}

/** From the webhook to the check that says that a review is at work. */
async function startOfReview(app: AppProcess, world: World, number: number): Promise<number> {
  const pull = addPull(world, number);
  const startedAt = performance.now();
  await app.deliver("pull_request", pullEvent("opened", pull, other, 88));
  while (!world.checks.some(({ headSha }) => headSha === pull.head.sha)) {
    if (performance.now() - startedAt > 300_000) throw new Error(`no review began: ${app.log().slice(-2_000)}`);
    await pause(5);
  }
  return performance.now() - startedAt;
}

async function giveCommands(app: AppProcess, { world }: GitHubServer): Promise<void> {
  const { number } = addPull(world, 1);
  for (let id = 1; id <= floods.commands; id += 1) {
    const at = new Date().toISOString();
    const body = "/debate status";
    world.issueComments.push({ id, number, author: "max", body, editor: null, createdAt: at });
    const user = { login: "max", type: "User" };
    const comment = { id, body, created_at: at, updated_at: at, user };
    const payload = { action: "created", issue: { number, pull_request: {} }, comment, ...common(world.repo) };
    await app.deliver("issue_comment", payload);
  }
}

async function openPulls(app: AppProcess, { world }: GitHubServer): Promise<void> {
  const pulls = Array.from({ length: floods.reviews }, (_, index) => addPull(world, index + 1));
  for (const pull of pulls) await app.deliver("pull_request", pullEvent("opened", pull));
  // They are due once they are quiet; only then do they stand in the way.
  await eventually(() => {
    if (world.checks.length === 0) throw new Error("none has begun");
  });
}

interface Write {
  readonly at: number;
  readonly route: string;
}

/** What the flooding installation writes. A query is no write, and a token no content. */
function watchWrites(github: GitHubServer): Write[] {
  const writes: Write[] = [];
  github.fault = ({ method, route, path, body }) => {
    const isMutation = route.startsWith("GraphQL") && JSON.stringify(body).includes('"query":"mutation');
    const isRest = method !== "GET" && path.startsWith(`/repos/${github.world.repo}/`);
    if (isMutation || isRest) writes.push({ at: performance.now(), route });
    return null;
  };
  return writes;
}

function mostInAMinute(writes: readonly Write[]): number {
  const within = ({ at }: Write): number => writes.filter((one) => one.at >= at && one.at < at + 60_000).length;
  return Math.max(0, ...writes.map(within));
}
