import { expect, test } from "vitest";
import type { Review } from "../../src/domain/review.ts";
import { topologyOf } from "../../src/report/facts.ts";
import { reports } from "../../src/report/index.ts";
import { aReview, aSeat } from "../support/review-builder.ts";

const task = { task: "Check src/.", files: ["src/a.ts"], raised: 0 };
const agents = [
  { name: "logic", seat: "two", tools: [], tasks: [task, task] },
  { name: "edges", seat: "one", tools: [], tasks: [task] },
];

test.each<[Review["topology"], string | null]>([
  [undefined, null],
  [{ name: "sequential", order: ["one", "two"] }, "sequential (one, then two)"],
  [{ name: "hierarchical", lead: "one", agents }, "hierarchical (one led, 2 agents, 3 tasks)"],
  [{ name: "hierarchical" }, "hierarchical (no agent worked, so all seats worked in parallel)"],
  [
    { name: "consensus", passes: 1, stop: "agreed" },
    "consensus (1 round of votes: no counted vote was against anything)",
  ],
])("reports say how the seats worked: %j", (topology, words) => {
  const review = {
    ...aReview({ panel: { state: "full", seats: [aSeat()] } }),
    ...(topology === undefined ? {} : { topology }),
  };
  expect(topologyOf(review)).toBe(words);
  for (const name of ["text", "markdown", "html"] as const) {
    const report = reports[name](review, { version: "1.0.0" }).replace(/\s+/g, " ");
    expect(report.includes("Topology")).toBe(words !== null);
    expect(report).toContain(words ?? "");
  }
});

test("the name of a seat stays text in every report", () => {
  const review = aReview({ topology: { name: "sequential", order: ["<b>|[x](y)\u001b[31m"] } });
  for (const name of ["text", "markdown", "html"] as const) {
    const report = reports[name](review, { version: "1.0.0" });
    expect(report).not.toContain("\u001b");
    if (name !== "text") expect(report).not.toContain("<b>|");
  }
});
