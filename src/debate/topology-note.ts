import type { TopologyName } from "../domain/known-names.ts";

/** Says that a topology of the settings is not how a plan or a free debate works. Free debates are rounds to consensus as they are. */
export function topologyNote(topology: TopologyName, kind: "plan" | "debate"): string[] {
  if (topology === "parallel" || (kind === "debate" && topology === "consensus")) return [];
  const how = kind === "plan" ? "the seats planned in parallel" : "the seats took their positions in parallel";
  return [`The topology ${topology} is for reviews. For this ${kind}, ${how}.`];
}
