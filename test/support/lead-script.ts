import type { ModelCall } from "./model-server.ts";
import { callTools } from "./tool-turns.ts";

/** The paths of a lead's overview, as its request shows them. */
function pathsInOverview({ batch }: ModelCall): string[] {
  return [...batch.matchAll(/^> (\S+): (?:added|modified|removed|renamed|copied), \+/gm)].flatMap(
    ([, path]) => path ?? [],
  );
}

/** A sensible lead in three turns: two agents, one task for each folder, the end. */
export function goodLead(call: ModelCall): object {
  if (call.turn === 0)
    return callTools(
      ["spawn_agent", { name: "logic", instructions: "Look for wrong results.", tools: ["read_file", "search"] }],
      ["spawn_agent", { name: "edges", instructions: "Look for edge cases." }],
    );
  if (call.turn === 1) {
    const folders = [...Map.groupBy(pathsInOverview(call), (path) => path.slice(0, path.lastIndexOf("/")))];
    const tasks = folders.map(([folder], at) => ({
      agent: at % 2 === 0 ? "logic" : "edges",
      task: `Check ${folder}/.`,
    }));
    return callTools(["delegate_parallel", { tasks }]);
  }
  return callTools(["complete", { summary: "All files are handed out." }]);
}
