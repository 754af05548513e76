import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GitHub, githubClient } from "../../../src/github/client/client.ts";
import { LeftOut, openPace, type PaceKey } from "../../../src/github/client/pace.ts";
import { eventually } from "../../support/app-run.ts";
import { type GitHubServer, startGitHub } from "../../support/github-server.ts";

let server: GitHubServer;
let token: string;
const { signal } = new AbortController();
/** A tenth of a second between writes. */
const writesPerMinute = 600;
const gapMs = 100;

beforeEach(async () => {
  server = await startGitHub();
  token = server.token();
  server.fault = () => {
    at.push(performance.now());
    return { kind: "answer", answer: { status: 201, body: { id: 1 } } };
  };
});
afterEach(() => server.close());
const at: number[] = [];
beforeEach(() => {
  at.length = 0;
});

function client(bearer = token, pace = openPace()): GitHub {
  const { apiUrl, graphqlUrl } = server;
  const limits = { deadlineMs: () => 60_000, onNote: () => {}, writesPerMinute, pace };
  return githubClient({ token: bearer, apiUrl, graphqlUrl, version: "1", ...limits });
}

const where = { owner: "octo", repo: "app" };
const comment = (github: GitHub, stop = signal) =>
  github.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
    ...{ ...where, issue_number: 1, body: "x", request: { signal: stop } },
  });
const conclude = (github: GitHub) =>
  github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", { ...where, check_run_id: 1 });
const react = (github: GitHub, isCourtesy: boolean) =>
  github.request("POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions", {
    ...{ ...where, comment_id: 1, content: "+1", request: { signal, isCourtesy } },
  });

/** The first may go at once, whenever it arrives. Timers may fire a little early. */
const took = (since: number): number => (at.at(-1) ?? 0) - since + 50;

describe("all clients of one token write at one pace", () => {
  test("however many they are", async () => {
    const pace = openPace();
    const started = performance.now();
    await Promise.all(Array.from({ length: 10 }, () => comment(client(token, pace))));
    expect(at).toHaveLength(10);
    expect(took(started)).toBeGreaterThanOrEqual((at.length - 1) * gapMs);
  });

  test("clients without a pace of their own share that of the process", async () => {
    const { apiUrl, graphqlUrl } = server;
    const limits = { deadlineMs: () => 60_000, onNote: () => {}, writesPerMinute };
    const one = (): GitHub => githubClient({ token, apiUrl, graphqlUrl, version: "1", ...limits });
    const started = performance.now();
    await Promise.all(Array.from({ length: 10 }, () => comment(one())));
    expect(took(started)).toBeGreaterThanOrEqual((at.length - 1) * gapMs);
  });

  test("other tokens do not wait for them", async () => {
    const pace = openPace();
    const flood = Array.from({ length: 10 }, () => comment(client(token, pace)));
    await wait(50);
    const before = at.length;
    await comment(client(server.token(), pace));
    expect(at.length).toBeLessThanOrEqual(before + 3);
    await Promise.all(flood);
  });

  test("reads do not wait, and neither do GraphQL queries", async () => {
    const pace = openPace();
    const flood = Array.from({ length: 10 }, () => comment(client(token, pace)));
    await wait(50);
    const before = at.length;
    await client(token, pace).request("GET /repos/{owner}/{repo}/pulls", { ...where });
    expect(at.length).toBeLessThanOrEqual(before + 4);
    const started = performance.now();
    for (let one = 0; one < 5; one += 1)
      await client(token, pace)
        .graphql("query Read { viewer { login } }", {}, signal)
        .catch(() => {});
    // The throttling plugin would take a second for each.
    expect(performance.now() - started).toBeLessThan(3_000);
    await Promise.all(flood);
  });
});

describe("waiting writes go in the order of their weight", () => {
  const routes = (): string[] => server.log.map(({ route }) => route.split("/").at(-1) ?? "");

  test("a verdict before texts, texts before reactions", async () => {
    // All ask in one turn of the event loop, so that a busy machine cannot let some pass before others ask.
    const [pace, key] = [openPace(), { apiUrl: server.apiUrl, identity: "one", writesPerMinute }];
    const repo = "/repos/{owner}/{repo}";
    const [text, sign] = [`POST ${repo}/issues/{issue_number}/comments`, `POST ${repo}/issues/comments/{id}/reactions`];
    const verdict = `PATCH ${repo}/check-runs/{check_run_id}`;
    const order: string[] = [];
    const write = async (route: string): Promise<void> => {
      await pace.turn(key, { route, isCourtesy: false }, signal);
      order.push(route);
    };
    await Promise.all([text, text, sign, sign, text, verdict, verdict].map(write));
    // One is under way already, and the next one's turn is settled.
    expect(order.slice(2)).toEqual([verdict, verdict, text, sign, sign]);
  });

  test("drops courtesy signs beyond a few, and no verdict waits for them", async () => {
    const github = client();
    const signs = Array.from({ length: 30 }, () => react(github, true));
    const outcomes = Promise.allSettled(signs);
    await conclude(github);
    expect(routes().indexOf("{check_run_id}")).toBeLessThanOrEqual(2);
    const left = (await outcomes).filter((one) => one.status === "rejected");
    for (const { reason } of left) expect(reason).toBeInstanceOf(LeftOut);
    expect(left.length).toBeGreaterThanOrEqual(20);
    expect(routes().filter((route) => route === "reactions")).toHaveLength(30 - left.length);
  });

  test("sends no more reactions per minute than GitHub allows in the long run", async () => {
    const github = client();
    let given = 0;
    for (let one = 0; one < 40; one += 1)
      await react(github, true).then(
        () => {
          given += 1;
        },
        () => {},
      );
    expect(given).toBe(20);
  });
});

test("after a secondary rate limit no client of that token writes until it is over", async () => {
  const pace = openPace();
  let asked = 0;
  server.fault = () => {
    asked += 1;
    at.push(performance.now());
    const headers = { "retry-after": "1" };
    const body = { message: "You have exceeded a secondary rate limit." };
    return { kind: "answer", answer: asked === 1 ? { status: 403, headers, body } : { status: 201, body: { id: 1 } } };
  };
  const refused = comment(client(token, pace));
  await wait(200);
  const other = comment(client(token, pace));
  await Promise.all([refused, other]);
  for (const time of at.slice(1)) expect(time - (at[0] ?? 0)).toBeGreaterThan(900);
});

test("an aborted write stops waiting", async () => {
  const github = client();
  const stop = new AbortController();
  const flood = Array.from({ length: 20 }, () => comment(github, stop.signal));
  await wait(50);
  stop.abort();
  const stopped = performance.now();
  const ends = await Promise.allSettled(flood);
  expect(performance.now() - stopped).toBeLessThan(1_000);
  expect(ends.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(15);
});

test("removes the limiter of an idle identity", async () => {
  const pace = openPace(2_000);
  const key = (identity: string): PaceKey => ({ apiUrl: server.apiUrl, identity, writesPerMinute: 60_000 });
  const write = { route: "POST /x/reactions", isCourtesy: true };
  for (let one = 0; one < 50; one += 1) await pace.turn(key(`installation ${one}`), write, signal);
  expect(pace.size()).toBe(100);
  await eventually(() => expect(pace.size()).toBe(0));
});
