import { expect, test } from "vitest";
import { topologyNote } from "../../src/debate/notes.ts";

test.each([
  ["parallel", "plan", []],
  ["parallel", "debate", []],
  ["consensus", "debate", []],
  ["consensus", "plan", []],
  ["hierarchical", "plan", ["The topology hierarchical is for reviews. For this plan, the seats planned in parallel."]],
  [
    "hierarchical",
    "debate",
    ["The topology hierarchical is for reviews. For this debate, the seats took their positions in parallel."],
  ],
] as const)("the topology %s for a %s", (topology, kind, notes) => {
  expect(topologyNote(topology, kind)).toEqual(notes);
});
