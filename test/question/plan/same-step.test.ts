import { describe, expect, test } from "vitest";
import { addSteps, noSteps, sameStep } from "../../../src/question/plan/steps.ts";
import { aStep } from "../../support/plan-table.ts";

describe("sameStep", () => {
  test.each([
    ["the same title", "Add a cache", "Add a cache", true],
    ["case and punctuation", "Add a cache.", "add a CACHE", true],
    ["more than half of the words", "Add a small cache", "Add a cache", true],
    ["half of the words", "Add cache", "Add index", false],
    ["nothing in common", "Add a cache", "Drop the index", false],
    ["empty titles match nothing", "", "", false],
    ["an empty title does not match a full one", "", "Add a cache", false],
    ["titles without a word match nothing", "…", "…", false],
  ])("%s", (_what, one, other, expected) => {
    expect(sameStep(aStep(one), aStep(other))).toBe(expected);
  });

  test.each([
    ["Build", "build", true],
    ["Phase 2: Build", "2. Build", true],
    ["Build", "Test", false],
    ["Phase 1", "Phase 2", false],
  ])("phases %s and %s", (one, other, expected) => {
    expect(sameStep(aStep("Add a cache", { phase: one }), aStep("Add a cache", { phase: other }))).toBe(expected);
  });
});

describe("layOut", () => {
  test("duplicate titles do not merge: two steps of one seat keep separate ids", () => {
    const { steps } = addSteps(noSteps, "ada", [aStep("Write tests"), aStep("Write tests")]);
    expect(steps.map(({ id, title, raisedBy }) => [id, title, raisedBy])).toEqual([
      ["s1", "Write tests", ["ada"]],
      ["s2", "Write tests", ["ada"]],
    ]);
  });

  test("duplicate titles in different phases do not merge", () => {
    const first = addSteps(noSteps, "ada", [aStep("Write tests", { phase: "API" })]);
    expect(addSteps(first, "bob", [aStep("Write tests", { phase: "Page" })]).steps).toHaveLength(2);
  });

  test("the same step of two seats is one, with the words of both and all files", () => {
    const first = addSteps(noSteps, "ada", [aStep("Add a cache", { files: ["a.ts"] })]);
    const { steps } = addSteps(first, "bob", [aStep("Add a small cache", { files: ["b.ts", "a.ts"] })]);
    expect(steps).toMatchObject([
      { title: "Add a cache", raisedBy: ["ada", "bob"], files: ["a.ts", "b.ts"], alsoProposed: [{ seat: "bob" }] },
    ]);
  });

  test("two copies of a seat cannot both join another's step", () => {
    const first = addSteps(noSteps, "ada", [aStep("Add a cache")]);
    const { steps } = addSteps(first, "bob", [aStep("Add a cache"), aStep("Add a cache")]);
    expect(steps.map(({ raisedBy }) => raisedBy)).toEqual([["ada", "bob"], ["bob"]]);
  });

  test("turns dependencies into ids of the seat's own steps, and other ones into preconditions", () => {
    const { steps } = addSteps(noSteps, "ada", [
      aStep("Test it", { dependencies: ["add a cache", "A machine with memory", "Test it"] }),
      aStep("Add a cache"),
    ]);
    expect(steps[0]).toMatchObject({ dependsOn: ["s2"], needs: ["A machine with memory"] });
  });

  test("a dependency may be another seat's step, earlier or later; the seat's own step has priority", () => {
    const first = addSteps(noSteps, "ada", [aStep("Ship it", { dependencies: ["Test it", "A budget"] })]);
    const second = addSteps(first, "bob", [aStep("Test it", { phase: "Check", dependencies: ["Ship it"] })]);
    const third = addSteps(second, "cyd", [
      aStep("Test it", { phase: "Last" }),
      aStep("Sell it", { dependencies: ["test it"] }),
    ]);
    expect(third.steps.map(({ id, dependsOn, needs }) => [id, dependsOn, needs])).toEqual([
      ["s1", ["s2"], ["A budget"]],
      ["s2", ["s1"], []],
      ["s3", [], []],
      ["s4", ["s3"], []],
    ]);
  });
});
