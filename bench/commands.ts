import { setTimeout as pause } from "node:timers/promises";
import { base, leaking } from "../test/scenarios/samples.ts";
import { common, eventually, pullEvent, startAppProcess } from "../test/support/app-run.ts";
import { commentBy, findingsIn, signsOn } from "../test/support/commands.ts";
import { checkOn, type Scenario, startScenario } from "../test/support/scenario.ts";
import { median } from "./measure.ts";

export interface Answered {
  readonly milliseconds: number;
  readonly worst: number;
}

/** Commands that need no model, one after the other: some only tell, some change the verdict. */
const lines = (id: string): readonly string[] => [
  "/debate status",
  `/debate dismiss ${id} wont-fix`,
  `/debate explain ${id}`,
  `/debate reopen ${id}`,
];

/** From a webhook's delivery to the last sign on its comment, in the App on PGlite; the verdict is published by then. */
export async function benchCommandsInApp(rounds: number): Promise<Answered> {
  const scenario = await startScenario({ base, head: leaking });
  scenario.github.app.installations.set(77, { repositories: ["octo/app"], createdAt: new Date().toISOString() });
  const app = await startAppProcess({ github: scenario.github });
  try {
    await app.deliver("pull_request", pullEvent("opened", scenario.pull));
    await eventually(() => isConcluded(scenario));
    const times: number[] = [];
    for (const [login, line] of givenIn(scenario, rounds)) {
      const { event, payload, id } = commentBy(scenario, login, line);
      const start = performance.now();
      await app.deliver(event, { ...payload, ...common("octo/app") });
      while (!isAnswered(scenario, id)) await pause(2);
      times.push(performance.now() - start);
    }
    return { milliseconds: median(times), worst: Math.max(...times) };
  } finally {
    await app.kill();
    await scenario.close();
  }
}

/** From the start of the Action's process to its last reaction. Nobody waits for anything that happens after that. */
export async function benchCommandsInAction(rounds: number): Promise<Answered> {
  const scenario = await startScenario({ base, head: leaking });
  try {
    await scenario.run();
    const times: number[] = [];
    for (const [login, line] of givenIn(scenario, rounds)) {
      const start = performance.now();
      const given = commentBy(scenario, login, line);
      const ended = new AbortController();
      const run = scenario.run(given).finally(() => ended.abort());
      while (!isAnswered(scenario, given.id) && !ended.signal.aborted) await pause(2);
      times.push(performance.now() - start);
      await run;
      if (!isAnswered(scenario, given.id)) throw new Error(`${line} was not carried out`);
    }
    return { milliseconds: median(times), worst: Math.max(...times) };
  } finally {
    await scenario.close();
  }
}

/** Another person in each round, because the number of commands per person is limited. */
function givenIn(scenario: Scenario, rounds: number): (readonly [login: string, line: string])[] {
  const [id = ""] = findingsIn(scenario);
  return Array.from({ length: rounds }, (_, index) => `max${index}`).flatMap((login) => {
    scenario.github.world.roles.set(login, "write");
    return lines(id).map((line) => [login, line] as const);
  });
}

function isAnswered(scenario: Scenario, comment: number): boolean {
  const signs = signsOn(scenario, comment);
  if (signs.includes("-1")) throw new Error("a command was refused");
  return signs.includes("+1");
}

function isConcluded({ github, pull }: Scenario): void {
  if (checkOn(github, pull.head.sha)?.status !== "completed") throw new Error("the review did not end");
}
