import { describe, expect, test } from "vitest";
import { goodLead } from "../../support/lead-script.ts";
import { callTools } from "../../support/tool-turns.ts";
import { changedFiles, findingsIn, firstLineOf, reviewWith } from "../../support/topology-review.ts";

const spawn = (name: string, more: object = {}) => ["spawn_agent", { name, instructions: "Look.", ...more }] as const;

describe("a review that a lead splits", () => {
  test("gives each folder to one agent, and the second readers read on the ballot", async () => {
    const { review, callsOf } = await reviewWith("hierarchical", (call) =>
      call.stage === "lead" ? goodLead(call) : null,
    );
    expect(review.coverage.complete).toBe(true);
    expect(review.findings.map(({ path }) => path).toSorted()).toEqual(changedFiles);
    expect(review.result).toBe("findings");
    expect(callsOf("lead")).toHaveLength(3);
    expect(callsOf("propose")).toHaveLength(3);
    const shown = callsOf("propose").map(({ batch }) =>
      changedFiles.filter((path) => batch.includes(firstLineOf(path))),
    );
    expect(shown.map((paths) => paths.length)).toEqual([2, 2, 2]);
    expect(review.topology).toMatchObject({ name: "hierarchical", lead: "one", complete: true, leftOut: [] });
    expect(review.topology?.agents?.map(({ name, tasks }) => [name, tasks.length])).toEqual([
      ["logic", 2],
      ["edges", 1],
    ]);
    expect(review.notes.join("\n")).toContain("The lead one split the change into 3 tasks for 2 agents.");
  });

  test("shows the lead names and sizes, and no line of code", async () => {
    const { callsOf } = await reviewWith("hierarchical", (call) => (call.stage === "lead" ? goodLead(call) : null));
    const [first] = callsOf("lead");
    expect(first?.batch).toContain("src/cart/add.ts: added, +6 -0");
    expect(JSON.stringify(first?.body)).not.toContain("total / count");
    expect(first?.tools).toEqual(["spawn_agent", "delegate", "delegate_parallel", "complete"]);
  });

  test("reviews a file that no agent got with all seats", async () => {
    const { review, callsOf } = await reviewWith("hierarchical", (call) => {
      if (call.stage !== "lead") return null;
      if (call.turn === 0) return callTools(spawn("a"), ["delegate", { agent: "a", task: "src/cart/ and src/order/" }]);
      return callTools(["complete", {}]);
    });
    expect(review.topology?.leftOut).toEqual(["src/stock/add.ts", "src/stock/list.ts"]);
    const stock = callsOf("propose").filter(({ batch }) => batch.includes(firstLineOf("src/stock/add.ts")));
    expect(stock.map(({ seat }) => seat).toSorted()).toEqual(["one", "three", "two"]);
    expect(review.coverage.complete).toBe(true);
    expect(review.notes.join("\n")).toContain(
      "2 files that no agent reviewed went to all seats: src/stock/add.ts, src/stock/list.ts.",
    );
  });

  test("ends at once when complete is called, and runs no call after it", async () => {
    const { callsOf, review } = await reviewWith("hierarchical", (call) =>
      call.stage === "lead"
        ? callTools(spawn("a"), ["delegate", { agent: "a", task: "src/" }], ["complete", {}], spawn("late"))
        : null,
    );
    expect(callsOf("lead")).toHaveLength(1);
    expect(review.topology?.agents?.map(({ name }) => name)).toEqual(["a"]);
  });

  test("keeps the results of each agent by its name, one after the other", async () => {
    const { review } = await reviewWith("hierarchical", (call) => {
      if (call.stage !== "lead") return null;
      const tasks = ["src/cart/", "src/order/", "src/stock/"].map((task) => ({ agent: "a", task }));
      if (call.turn === 0) return callTools(spawn("a"), spawn("a", { instructions: "Forget the others." }));
      if (call.turn === 1) return callTools(["delegate_parallel", { tasks }]);
      return callTools(["complete", {}]);
    });
    const [agent, ...others] = review.topology?.agents ?? [];
    expect(others).toEqual([]);
    expect(agent?.tasks.map(({ task, raised }) => [task, raised])).toEqual([
      ["src/cart/", 2],
      ["src/order/", 2],
      ["src/stock/", 2],
    ]);
  });

  test("asks a seat once about the findings in several batches that it does not read, and shows only their files", async () => {
    const found = changedFiles.filter((path) => path.endsWith("add.ts"));
    const { review, callsOf } = await reviewWith("hierarchical", (call) => {
      if (call.stage === "lead") return goodLead(call);
      return call.stage === "propose" ? { findings: findingsIn(call, found) } : null;
    });
    const files = callsOf("ballot").map(({ batch }) =>
      changedFiles.filter((path) => batch.includes(firstLineOf(path))),
    );
    const parts = files.filter((paths) => paths.every((path) => found.includes(path)));
    expect(parts.map((paths) => paths.join(" ")).toSorted()).toEqual([
      "src/cart/add.ts src/stock/add.ts",
      "src/order/add.ts",
    ]);
    expect(review.findings.map(({ votes }) => votes.agree.length)).toEqual([2, 2, 2]);
  });

  test("takes the seats of the panel in turn, after the lead", async () => {
    const { review } = await reviewWith("hierarchical", (call) => {
      if (call.stage !== "lead") return null;
      return call.turn === 0 ? callTools(spawn("a"), spawn("b"), spawn("c"), spawn("d")) : callTools(["complete", {}]);
    });
    expect(review.topology?.agents?.map(({ seat }) => seat)).toEqual(["two", "three", "one", "two"]);
  });

  test("lets another seat read what a second reader should have read", async () => {
    const { review } = await reviewWith("hierarchical", (call) => (call.stage === "lead" ? goodLead(call) : null), {
      fault: ({ stage, seat }) => (stage === "ballot" && seat === "three" ? { kind: "empty" } : null),
    });
    expect(review.panel.seats.filter(({ healthy, counted }) => counted && !healthy).map(({ name }) => name)).toEqual([
      "three",
    ]);
    expect(review.coverage.complete).toBe(true);
    expect(review.findings.map(({ path }) => path).toSorted()).toEqual(changedFiles);
  });

  test("with second readers that fail is not complete, and says so", async () => {
    const { review } = await reviewWith("hierarchical", (call) => (call.stage === "lead" ? goodLead(call) : null), {
      fault: ({ stage }) => (stage === "ballot" ? { kind: "empty" } : null),
    });
    expect(review.coverage.complete).toBe(false);
    expect(review.result).toBe("inconclusive");
  });
});
