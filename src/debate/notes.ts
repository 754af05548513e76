import { planTopologies, type TopologyName } from "../domain/known-names.ts";
import { cutWords } from "../text/text.ts";

/** Says that a topology of the settings is not how a plan or a free debate works; empty where it is. */
export function topologyNote(topology: TopologyName, kind: "plan" | "debate"): string[] {
  if (planTopologies.some((name) => name === topology)) return [];
  const how = kind === "plan" ? "the seats planned in parallel" : "the seats took their positions in parallel";
  return [`The topology ${topology} is for reviews. For this ${kind}, ${how}.`];
}

/** One sentence about parts of an answer that could not be used; empty where all could. */
export function droppedNote(seat: string, part: string, dropped: readonly string[]): string[] {
  if (dropped.length === 0) return [];
  const more = dropped.length > 1 ? ` and ${dropped.length - 1} more` : "";
  return [`Parts of the ${part} of ${seat} could not be used: ${cutWords(dropped[0] ?? "", 40)}${more}.`];
}
