import { expect } from "vitest";
import { base, evalIsFatal, risky } from "../scenarios/samples.ts";
import { type App, common, eventually, pullEvent, type StartAppOptions, startApp } from "./app-run.ts";
import { commentBy, findingsIn, replyBy, signsOn } from "./commands.ts";
import type { Fault, Request } from "./github-server.ts";
import type { ModelCall, ModelServer } from "./model-server.ts";
import { checkOn, type Scenario, type Start, startReviewers, startScenario } from "./scenario.ts";
import type { Ground } from "./stores.ts";

/** The App on a pull request of ann's in which models find a P0; max may write, mia maintains. */
export interface Stage {
  readonly scenario: Scenario;
  readonly models: ModelServer;
  readonly app: App;
  /** While set, no model answers before it is kept. */
  hold: Promise<void> | null;
  find: (batch: string, call: ModelCall) => readonly object[];
}

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Later than every pull request, the look after the start asks for nothing. */
  readonly installedAt?: string;
  /** The installation has granted the optional permission to write contents. */
  readonly mayPush?: boolean;
  readonly start?: Start;
  readonly find?: Stage["find"];
  readonly vote?: "abstain";
  readonly cast?: (call: ModelCall) => readonly object[];
}

type StartWith<Kind> = (options: StartAppOptions) => Promise<Kind>;

export function stage(ground: Ground, closing: (() => Promise<unknown>)[], options?: StageOptions): Promise<Stage> {
  return stageWith(startApp, ground, closing, options);
}

/** The same with an App in a process of its own, for example. */
export async function stageWith<Kind extends App>(
  start: StartWith<Kind>,
  ground: Ground,
  closing: (() => Promise<unknown>)[],
  {
    env = {},
    installedAt = "2026-01-01T00:00:00Z",
    mayPush = false,
    start: world = { base, head: risky },
    find = evalIsFatal,
    vote,
    cast,
  }: StageOptions = {},
): Promise<Stage & { readonly app: Kind }> {
  const set: Pick<Stage, "hold" | "find"> = { hold: null, find };
  const models = await startReviewers((batch, call) => set.find(batch, call), {
    before: () => set.hold ?? Promise.resolve(),
    vote,
    cast,
  });
  const scenario = await startScenario(world);
  const { app: identity } = scenario.github;
  identity.installations.set(77, { repositories: ["octo/app"], createdAt: installedAt, mayPush });
  for (const [login, role] of [
    ["ann", "write"],
    ["max", "write"],
    ["mia", "maintain"],
  ] as const)
    scenario.github.world.roles.set(login, role);
  const app = await start({ github: scenario.github, models, ...ground.options, env });
  closing.push(ground.remove, models.close, scenario.close, app.stop);
  return Object.assign(set, { scenario, models, app });
}

/** The same after its first review, with the id of what it found. */
export async function blocked(
  ground: Ground,
  closing: (() => Promise<unknown>)[],
  options: StageOptions = {},
): Promise<{ readonly on: Stage; readonly id: string }> {
  const on = await stage(ground, closing, options);
  await pushed(on, "opened");
  await eventually(() => expect(conclusion(on)).toBe("failure"));
  await eventually(() => expect(on.app.log()).toContain('"a review is done"'));
  const [id = ""] = findingsIn(on.scenario);
  return { on, id };
}

export const conclusion = ({ scenario: { github, pull } }: Stage) => checkOn(github, pull.head.sha)?.conclusion;
export const titleOf = ({ scenario: { github, pull } }: Stage) => checkOn(github, pull.head.sha)?.output.title;

export async function pushed(on: Stage, action = "synchronize"): Promise<void> {
  expect(await on.app.deliver("pull_request", pullEvent(action, on.scenario.pull))).toBe(202);
}

/** Gives a command, and waits for no sign; the id of its comment. */
export async function given({ app, scenario }: Stage, login: string, body: string, inThread = false): Promise<number> {
  const { event, payload, id } = commentBy(scenario, login, body, { inThread });
  expect(await app.deliver(event, { ...payload, ...common("octo/app") })).toBe(202);
  return id;
}

/** Replies in the thread of the first finding. */
export async function replied({ app, scenario }: Stage, login: string, body: string): Promise<number> {
  const { event, payload, id } = replyBy(scenario, login, body);
  expect(await app.deliver(event, { ...payload, ...common("octo/app") })).toBe(202);
  return id;
}

/** Waits for the last sign on a comment. Whether 👀 was shown before depends on how long it took. */
export async function ended({ scenario }: Stage, id: number, seconds?: number): Promise<string[]> {
  return eventually(() => {
    const signs = signsOn(scenario, id).filter((sign) => sign !== "eyes");
    expect(signs).toHaveLength(1);
    return signs;
  }, seconds);
}

/** Gives a command, and waits for its last sign. */
export async function command(on: Stage, login: string, body: string, inThread = false): Promise<string[]> {
  return ended(on, await given(on, login, body, inThread));
}

/** GitHub answers what fits with a status, so many times. */
export function refusing(
  fits: (request: Request) => boolean,
  status: number,
  times = Number.POSITIVE_INFINITY,
): (request: Request) => Fault | null {
  let left = times;
  return (request) => {
    if (left === 0 || !fits(request)) return null;
    left -= 1;
    return { kind: "answer", answer: { status, body: { message: "Not now" } } };
  };
}

export const listsChecks = ({ method, route }: Request): boolean => method === "GET" && route.endsWith("/check-runs");
export const writesCheck = ({ method, route }: Request): boolean => method !== "GET" && route.includes("/check-runs");
