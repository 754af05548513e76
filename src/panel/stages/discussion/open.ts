import type { DebateOpening, EarlierPart } from "../../../domain/discussion/answers.ts";
import type { AgentTask, DebateItem, PlanContext } from "../../../domain/views.ts";
import { EvidenceField, Remarks, RemarkText, Title, Words } from "../fields.ts";
import { underLabels } from "../labels.ts";
import { inAnySpelling, sideList } from "../reply.ts";
import { stage } from "../stage.ts";
import { agentTexts } from "../topology/agent.ts";
import { checksOnOpenings, openingChecks, withMissingChecks } from "../topology/missing-checks.ts";
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

const debateOpeningFields = { position: Words, claims: sideList("claims", ClaimReply), uncertainties: Remarks };

/** A seat takes a position on its own. */
export const debateOpenStage = stage({
  step: "debate-open",
  line: "Seats take positions",
  sees: { description: false },
  reply: inAnySpelling(debateOpeningFields),
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

/** `earlier` are the positions and claims of the seats before this one. */
export interface DebateOpenAfterRequest extends DebateOpenRequest {
  readonly earlier: readonly EarlierPart[];
}

/** A debater of a pipeline checks what was said before it, and takes a position. */
export const debateOpenAfterStage = stage({
  ...debateOpenStage,
  reply: inAnySpelling({ ...debateOpeningFields, checks: openingChecks }),
  ask: (request: DebateOpenAfterRequest, options, prompt) => {
    const first = debateOpenStage.ask(request, options, prompt);
    const items = underLabels(request.earlier, "E");
    const labels = new Map(items.map(({ label, thing }) => [thing.id, label]));
    return {
      ...first,
      instructions: [...first.instructions, options.prompts.parts.earlierOpenings],
      items: items.map(({ label, thing: { of, title, detail, confidence, evidence } }): DebateItem => {
        const kind = of === null ? "position" : "claim";
        const found = evidence.flatMap(({ path, line, quote, found: isFound }) =>
          isFound ? [{ path, line, quote }] : [],
        );
        const position = of === null ? null : (labels.get(of) ?? null);
        return { id: label, kind, of: position, title, detail, confidence, evidence: found, status: "held" };
      }),
      answer: ({ checks: given, ...reply }, isCut): DebateOpening => {
        return { ...first.answer(reply, isCut), checks: checksOnOpenings(given.items, items) };
      },
      complete: (opening, more) => withMissingChecks(opening, items, options, more),
    };
  },
});
