import type { Mask } from "../anchor/mask.ts";
import type { DebateContext } from "../debate/context.ts";
import type { DebateClaim, DebatePosition } from "../domain/discussion/answers.ts";
import type { DebateStrategy, FreeDebate } from "../domain/discussion/free-debate.ts";
import type { Adjudication, TopologyName } from "../domain/known-names.ts";
import type { Trees } from "../domain/snapshot.ts";
import type { TopologyReport } from "../domain/topology/topology-report.ts";
import type { PlanContext } from "../domain/views.ts";
import type { PlanPorts, PlanSetup } from "../plan/prepare.ts";
import type { DebateSeat } from "../stages/index.ts";
import type { LookUp } from "./citations.ts";

/** The seats and the rules of a free debate, read from the base revision. */
export interface DebateSetup extends Omit<PlanSetup, "seatsFor" | "keptSeatsFor" | "juryFor"> {
  readonly seatsFor: (mask: Mask) => readonly DebateSeat[];
  /** The judges of the settings; left out or empty where none are named. */
  readonly juryFor?: (mask: Mask) => readonly DebateSeat[];
  readonly keptSeatsFor?: (mask: Mask) => readonly DebateSeat[];
  readonly quorum: number;
  readonly callsLeft: () => number;
  /** Where quotes are looked up; left out where there is no repository. */
  readonly trees?: Pick<Trees, "snapshots" | "notes"> | undefined;
  readonly lookups?: () => FreeDebate["lookups"];
}

/** The rules of one debate. */
export interface TopicRules {
  readonly strategy: DebateStrategy;
  readonly adjudication: Adjudication;
  readonly topology: TopologyName;
  readonly minRounds: number;
  readonly maxRounds: number;
}

/** `question` is the topic. `rulesOf` completes the chosen rules with the settings. */
export interface DebatePorts extends PlanPorts<DebateSetup> {
  readonly rulesOf: (settings: DebateSetup["settings"]) => TopicRules;
}

/** Everything that one debate asks with. */
export interface Forum {
  readonly seats: readonly DebateSeat[];
  readonly planContext: PlanContext;
  readonly context: DebateContext;
  readonly lookUp: LookUp;
}

export interface Opened {
  readonly positions: readonly DebatePosition[];
  readonly claims: readonly DebateClaim[];
  /** Arguments that came with the openings, by the label of their seat's position. */
  readonly said: readonly { readonly position: string; readonly argument: string }[];
  readonly notes: readonly string[];
  readonly topology?: TopologyReport;
}
