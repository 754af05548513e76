import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type GitHub, githubClient } from "../../../src/github/client/client.ts";
import { checkProgress } from "../../../src/github/client/write-check.ts";
import { startGitHub } from "../../support/github-server.ts";
import { startWorld, type World } from "./writing-server.ts";

let world: World;
beforeEach(async () => {
  world = await startWorld();
  const known = { externalId: "run-1", status: "in_progress", conclusion: null, titles: [], annotations: 0 };
  world.checks.push({ id: 5, ...known });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

const render = (lines: readonly string[]) => ({ title: "t", summary: "s", text: lines.join("|") });
/** How many updates came back, whatever their answer. */
let answered = 0;
const begin = () => {
  answered = 0;
  const { update } = world.github.rest.checks;
  const counted = (parameters: Parameters<typeof update>[0]) =>
    update(parameters).finally(() => {
      answered += 1;
    }) as Promise<never>;
  return checkProgress({ github: updatingBy(counted), repo: "acme/shop", id: 5, render });
};
/** The client, with another way to update a check. */
function updatingBy<Update extends (parameters: never) => Promise<never>>(update: Update): GitHub {
  const { rest } = world.github;
  const checks = { ...rest.checks, update: Object.assign(update, rest.checks.update) };
  return { ...world.github, rest: { ...rest, checks } };
}
const texts = () => world.writes("PATCH", /check-runs\/5$/).map(({ body }) => body.output?.text);
/** Lets real requests end while the clock stands still: so many updates were answered, and a moment later no more came. */
async function settle(updates = 0): Promise<void> {
  for (let turns = 0; answered < updates && turns < 1_500; turns += 1) await wait(10);
  await wait(150);
}

describe("progress on a check", () => {
  test("is shown at most every 15 seconds, all lines at once, and leaves the status alone", async () => {
    const progress = begin();
    progress.note("one");
    progress.note("two");
    vi.advanceTimersByTime(14_999);
    await settle();
    expect(texts()).toEqual([]);
    vi.advanceTimersByTime(1);
    await settle(1);
    progress.note("three");
    vi.advanceTimersByTime(15_000);
    await settle(2);
    expect(texts()).toEqual(["one|two", "one|two|three"]);
    expect(Object.keys(world.log[0]?.body ?? {})).toEqual(["output"]);
    await progress.stop();
  });

  test("without news there is a sign of life each minute, and none sooner", async () => {
    const progress = begin();
    progress.note("one");
    vi.advanceTimersByTime(15_000);
    await settle(1);
    vi.advanceTimersByTime(59_000);
    await settle(1);
    expect(texts()).toEqual(["one"]);
    vi.advanceTimersByTime(16_000);
    await settle(2);
    expect(texts()).toEqual(["one", "one|Still working, 1 min."]);
    progress.note("two");
    vi.advanceTimersByTime(15_000);
    await settle(3);
    expect(texts().at(-1)).toBe("one|two");
    await progress.stop();
  });

  test("never two at once, and stop waits for the one on its way", async () => {
    let answer: (() => void) | undefined;
    let sent = 0;
    const slow = async (): Promise<never> => {
      sent += 1;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      throw new Error("late");
    };
    const progress = checkProgress({ github: updatingBy(slow), repo: "acme/shop", id: 5, render });
    progress.note("one");
    vi.advanceTimersByTime(15_000);
    progress.note("two");
    vi.advanceTimersByTime(30_000);
    expect(sent).toBe(1);
    let isStopped = false;
    const stopped = progress.stop().finally(() => {
      isStopped = true;
    });
    await settle();
    expect(isStopped).toBe(false);
    answer?.();
    expect(await stopped).toBe(1);
  });

  test("stop cuts off an update that hangs", async () => {
    let isCut = false;
    const hanging = ({ request }: { request: { signal: AbortSignal } }) =>
      new Promise<never>((_resolve, reject) => {
        request.signal.addEventListener("abort", () => {
          isCut = true;
          reject(new DOMException("interrupted", "AbortError"));
        });
      });
    const progress = checkProgress({ github: updatingBy(hanging), repo: "acme/shop", id: 5, render, graceMs: 100 });
    progress.note("one");
    vi.advanceTimersByTime(15_000);
    expect(await progress.stop()).toBe(1);
    expect(isCut).toBe(true);
  });

  test("a rate limit is not waited for", async () => {
    const server = await startGitHub();
    const headers = { "retry-after": "3" };
    const body = { message: "You have exceeded a secondary rate limit." };
    server.fault = () => ({ kind: "answer", answer: { status: 403, headers, body } });
    const limits = { deadlineMs: () => 60_000, onNote: () => undefined };
    const { apiUrl, graphqlUrl } = server;
    const github = githubClient({ token: server.token(), apiUrl, graphqlUrl, version: "1", ...limits });
    const progress = checkProgress({ github, repo: "octo/app", id: 5, render });
    progress.note("one");
    vi.advanceTimersByTime(15_000);
    await settle();
    const before = Date.now();
    expect(await progress.stop()).toBe(1);
    // GitHub asks for three seconds.
    expect(Date.now() - before).toBeLessThan(2_500);
    expect(server.log).toHaveLength(1);
    await server.close();
  });

  test("a failed update is dropped and counted, and the next shows everything", async () => {
    const progress = begin();
    world.faults.push({ method: "PATCH", path: /check-runs/, fault: { status: 500, isDone: false } });
    progress.note("one");
    vi.advanceTimersByTime(15_000);
    await settle(1);
    // Longer than a layer below would wait before it repeats.
    await wait(1_300);
    expect(texts()).toEqual(["one"]);
    progress.note("two");
    vi.advanceTimersByTime(15_000);
    await settle(2);
    expect(texts()).toEqual(["one", "one|two"]);
    expect(await progress.stop()).toBe(1);
  });

  test("its timer keeps no process alive", async () => {
    vi.useRealTimers();
    const alive = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = alive();
    const progress = begin();
    expect(alive()).toBe(before);
    await progress.stop();
  });

  test("after stop nothing is sent", async () => {
    const progress = begin();
    progress.note("one");
    expect(await progress.stop()).toBe(0);
    vi.advanceTimersByTime(120_000);
    await settle();
    expect(texts()).toEqual([]);
  });
});
