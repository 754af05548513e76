import { type TopologyReport, wordsOfVoteStop } from "../../domain/topology/topology-report.ts";
import { plural } from "../../text/text.ts";
import type { Proposals } from "../propose/propose.ts";
import type { DebateRules, DebateState } from "../rounds-state.ts";

/** How the seats worked together, as reports show it; nothing where they worked in parallel, which is the usual way. */
export function topologyReport(
  { topology = "parallel" }: DebateRules,
  { report = {} }: Pick<Proposals, "report">,
  { passes }: Pick<DebateState, "passes">,
): TopologyReport | undefined {
  if (topology === "parallel") return undefined;
  return { name: topology, ...report, ...(passes === undefined ? {} : { passes: passes.count, stop: passes.stop }) };
}

/** The same in sentences, for what the notes of the proposals do not say. */
export function topologyNotes(report: TopologyReport | undefined): string[] {
  const { passes, stop = "", order, checks = [] } = report ?? {};
  const disputes = checks.filter(({ verdict }) => verdict === "dispute").length;
  const still = `The seats voted in ${plural(passes ?? 0, "round")} before anything was settled: ${wordsOfVoteStop(stop)}.`;
  const line = `The seats reviewed in sequence (${(order ?? []).join(", ")}): ${plural(checks.length, "check")} of earlier findings, ${checks.length - disputes} agree, ${disputes} dispute.`;
  return [...(passes === undefined ? [] : [still]), ...(order === undefined ? [] : [line])];
}
