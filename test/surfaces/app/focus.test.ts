import { afterEach, expect, test } from "vitest";
import { eventually } from "../../support/app-run.ts";
import { blocked, command } from "../../support/app-stage.ts";
import { summaryOf } from "../../support/commands.ts";
import { groundOf } from "../../support/stores.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test("the App puts the question of `/debate review` to the panel, for that review alone", async () => {
  const { on } = await blocked(await groundOf("PGlite"), closing);
  const { models, scenario } = on;
  const asked = (from: number): number =>
    models.calls.slice(from).filter(({ task }) => task.includes("what about the retry?")).length;
  const before = models.calls.length;
  expect(await command(on, "max", "/debate review what about the retry?")).toEqual(["+1"]);
  await eventually(() => expect(summaryOf(scenario)).toContain("The panel was asked to look at:"));
  expect(asked(before)).toBe(3);
  const next = models.calls.length;
  expect(await command(on, "max", "/debate review")).toEqual(["+1"]);
  await eventually(() => expect(summaryOf(scenario)).not.toContain("The panel was asked to look at:"));
  expect(models.calls.length).toBeGreaterThan(next);
  expect(asked(next)).toBe(0);
  expect(scenario.github.violations).toEqual([]);
});
