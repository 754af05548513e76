import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { answersIn, command } from "../support/commands.ts";
import { base, disputeLock, findBoth, heads } from "../support/ledger-pushes.ts";
import type { ModelServer } from "../support/model-server.ts";
import { type Scenario, startReviewers, startScenario } from "../support/scenario.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

async function rowOfStats(): Promise<string | undefined> {
  await command(scenario, "max", "/debate stats");
  return answersIn(scenario)
    .at(-1)
    ?.split("\n")
    .find((line) => line.startsWith("| `one`"));
}

test("the Action counts over three pushes what was fixed and overturned on the way, and a finding that comes back as open", async () => {
  models = await startReviewers(findBoth, { cast: disputeLock });
  scenario = await startScenario({ base, head: heads[0] });
  scenario.github.world.roles.set("max", "write");
  await scenario.run({ models });
  // Raised, fixed, false positive, won't fix, duplicate, overturned, no such code, open, useful.
  expect(await rowOfStats()).toBe("| `one` | 2 | 0 | 0 | 0 | 0 | 1 | 0 | 1 | 0 % |");
  for (const head of heads.slice(1)) {
    scenario.push(head);
    await scenario.run({ models });
    expect(await rowOfStats()).toBe("| `one` | 2 | 1 | 0 | 0 | 0 | 1 | 0 | 0 | 50 % |");
  }
  scenario.push(heads[0]);
  await scenario.run({ models });
  expect(await rowOfStats()).toBe("| `one` | 2 | 0 | 0 | 0 | 0 | 1 | 0 | 1 | 0 % |");
});
