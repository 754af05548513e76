import { type TopologyReport, wordsOfVoteStop } from "../domain/topology/topology-report.ts";
import { plural } from "../text/text.ts";

/** "sequential (one, then two)": how the seats worked together; null where each read alone. Untrusted: it names seats. */
export function topologyOf({ topology }: { readonly topology?: TopologyReport | undefined }): string | null {
  if (topology === undefined || topology.name === "parallel") return null;
  const how = wordsOf[topology.name](topology);
  return how === "" ? topology.name : `${topology.name} (${how})`;
}

const wordsOf: Readonly<Record<Exclude<TopologyReport["name"], "parallel">, (worked: TopologyReport) => string>> = {
  sequential: ({ order = [] }) => order.join(", then "),
  hierarchical: ({ lead, agents = [] }) => {
    if (lead === undefined || agents.length === 0) return "no agent worked, so all seats worked in parallel";
    const tasks = agents.reduce((sum, agent) => sum + agent.tasks.length, 0);
    return `${lead} led, ${plural(agents.length, "agent")}, ${plural(tasks, "task")}`;
  },
  consensus: ({ passes, stop }) => {
    const rounds = passes === undefined ? "" : plural(passes, "round of votes", "rounds of votes");
    return [rounds, stop === undefined ? "" : wordsOfVoteStop(stop)].filter((part) => part !== "").join(": ");
  },
};
