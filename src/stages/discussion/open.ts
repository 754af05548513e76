import type { AgentTask, PlanContext } from "../../domain/answers.ts";
import type { DebateOpening } from "../../domain/discussion/answers.ts";
import { withTurns } from "../../domain/estimate.ts";
import { EvidenceField, Remarks, RemarkText, Title, Words } from "../fields.ts";
import { inAnySpelling, sideList } from "../reply.ts";
import { stage } from "../stage.ts";
import { agentTexts } from "../topology/agent.ts";
import { aboutTopic, ConfidenceField } from "./table.ts";

const ClaimReply = inAnySpelling({
  title: Title,
  detail: RemarkText,
  confidence: ConfidenceField,
  evidence: EvidenceField,
});

export interface DebateOpenRequest {
  readonly context: PlanContext;
  /** The task that a lead gave; left out where the seat answers the whole. */
  readonly agent?: AgentTask;
}

export const debateOpeningFields = { position: Words, claims: sideList("claims", ClaimReply), uncertainties: Remarks };

/** A seat takes a position on its own. */
export const debateOpenStage = stage({
  step: "debate-open",
  line: "Seats take positions, each on its own",
  sees: { description: false },
  reply: inAnySpelling(debateOpeningFields),
  estimate: {
    part: "the openings",
    use: ({ unanswered: { calls, tokens }, plan, turns }) =>
      withTurns({ calls, input: tokens, output: calls * plan }, turns.batch),
  },
  ask: ({ context, agent }: DebateOpenRequest, options, prompt) => ({
    ...aboutTopic(context, options),
    round: 1,
    instructions: [prompt, ...agentTexts(agent, options.prompts.parts.debateAgent, options)],
    items: [],
    ...(agent === undefined ? {} : { allowed: agent.tools }),
    answer: ({ position, claims, uncertainties }): DebateOpening => {
      return { position, claims: claims.items, uncertainties, dropped: claims.dropped };
    },
  }),
});
