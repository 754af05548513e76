import { z } from "zod";
import { Violation } from "./constitution.ts";

/** Null where it cannot be measured: without statements there is no figure. */
const Figure = z.number().nullable();

/** The numbers of one debate (docs/metrics.md). They decide nothing. Shares are 0 to 1. */
export const Figures = z.object({
  roundsToConsensus: Figure,
  challengeDepth: Figure,
  evidenceDiversity: Figure,
  survivalRate: Figure,
  revisions: Figure,
  rejections: Figure,
  revisionShare: Figure,
  ruleCompliance: Figure,
  families: Figure,
  agreementAboveChance: Figure,
  rigor: Figure,
  grounding: Figure,
  perspectiveCoverage: Figure,
  consensusStrength: Figure,
  qualityScore: Figure,
});
export type Figures = z.infer<typeof Figures>;

/** The numbers, and the rules of roles that were broken. */
export const Measures = Figures.extend({ violations: z.array(Violation).default([]) });
export type Measures = z.infer<typeof Measures>;
