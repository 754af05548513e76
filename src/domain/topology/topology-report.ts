import { z } from "zod";
import { topologies } from "../known-names.ts";

/** An agent of a lead: its seat, the tools that it could use at most, and its tasks in their order. The words are a model's. */
export const AgentReport = z.object({
  name: z.string(),
  seat: z.string(),
  tools: z.array(z.string()),
  tasks: z.array(
    z.object({
      task: z.string(),
      files: z.array(z.string()),
      raised: z.number().int(),
      failure: z.string().optional(),
    }),
  ),
});
export type AgentReport = z.infer<typeof AgentReport>;

/** A seat's check of a finding that a seat before it raised. */
export const SeatCheck = z.object({
  seat: z.string(),
  of: z.string(),
  title: z.string(),
  verdict: z.enum(["agree", "dispute", "none"]),
  reason: z.string(),
});
export type SeatCheck = z.infer<typeof SeatCheck>;

/** How the seats worked together (docs/topologies.md). Left out for `parallel`. */
export const TopologyReport = z.object({
  name: z.enum(topologies),
  /** `hierarchical`: who split the change, whether it ended the split itself, its agents, and the files that no agent reviewed. */
  lead: z.string().optional(),
  complete: z.boolean().optional(),
  agents: z.array(AgentReport).optional(),
  leftOut: z.array(z.string()).optional(),
  /** `sequential`: the seats in their order, and their checks. */
  order: z.array(z.string()).optional(),
  checks: z.array(SeatCheck).optional(),
  /** `consensus`: how many rounds of votes there were, and why they ended. */
  passes: z.number().int().optional(),
  stop: z.string().optional(),
});
export type TopologyReport = z.infer<typeof TopologyReport>;

/** Why the votes of `consensus` ended, in words. A vote without code abstains, so it disputes nothing. */
export function wordsOfVoteStop(stop: string): string {
  return new Map(voteStops).get(stop) ?? stop;
}

const voteStops: readonly (readonly [stop: string, words: string])[] = [
  ["agreed", "no counted vote was against anything"],
  ["no-change", "no position changed any more"],
  ["max-rounds", "the limit of rounds was reached"],
  ["budget", "the budget was spent"],
  ["panel-lost", "too few seats were left"],
  ["one-reviewer", "one seat was left"],
];
