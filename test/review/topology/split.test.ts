import { expect, test } from "vitest";
import { topologyAt } from "../../../src/review/topology/split.ts";

test("at effort low a review is parallel, and says so where another topology was asked for", () => {
  expect(topologyAt("standard", "sequential", 3)).toEqual({ topology: "sequential", unused: [] });
  expect(topologyAt("low", "parallel", 3)).toEqual({ topology: "parallel", unused: [] });
  expect(topologyAt("low", "sequential", 3)).toEqual({
    topology: "parallel",
    unused: [expect.stringContaining("the topology sequential was not used")],
  });
  expect(topologyAt("low", "sequential", 0).unused).toEqual([]);
});
