import type { DebateContext } from "../../debate/context.ts";
import type { BatchView } from "../../domain/answers.ts";
import type { Finding } from "../../domain/finding.ts";
import type { TopologyName } from "../../domain/known-names.ts";
import type { TopologyReport } from "../../domain/topology/topology-report.ts";
import type { Seat } from "../../stages/index.ts";
import type { BallotReading, SplitChange } from "../debate-state.ts";
import type { Proposed, RuleFiles } from "../propose/propose.ts";

/** The change as seats propose on it: files for rule engines, batches for models. `split` cuts other batches; left out where nothing needs it. */
export interface ProposeInput extends RuleFiles {
  readonly views: readonly BatchView[];
  readonly split?: SplitChange | undefined;
  readonly quorum: number;
}

/** What the seats proposed. `views` are the batches that ballots are about. */
export interface Proposals {
  readonly proposed: readonly Proposed[];
  readonly views: readonly BatchView[];
  /** Left out: every seat has read every batch. */
  readonly reading?: BallotReading;
  /** Arguments about a finding that came with the proposals. */
  readonly saidOn?: (finding: Finding) => readonly string[];
  readonly notes: readonly string[];
  readonly report?: Omit<TopologyReport, "name">;
}

export interface ReviewSize {
  readonly seats: number;
  readonly batches: number;
  readonly files: number;
}

/** The share of all batches that one seat reads for its proposals, the calls of one seat for it, and those of the lead. */
export interface ReviewForecast {
  readonly share: number;
  readonly calls: number;
  readonly leadCalls: number;
}

/** How the seats work together: one row of `table.ts`. Gate, ballots, hearings, removal bar and verdict are the same for all. */
export interface Topology {
  readonly name: TopologyName;
  /** For progress: how the seats review the change. */
  readonly reads: string;
  readonly propose: (seats: readonly Seat[], input: ProposeInput, context: DebateContext) => Promise<Proposals>;
  /** Seats vote on contested findings until positions stop moving, and only then are findings settled. */
  readonly votesUntilStill?: true;
  /** For estimates. Left out: each seat reads every batch, and no seat leads. */
  readonly forecast?: (size: ReviewSize, kind: "usual" | "most") => ReviewForecast;
}
