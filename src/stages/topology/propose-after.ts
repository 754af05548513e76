import { z } from "zod";
import type { BatchView, DraftCheck, EarlierDraft, Proposal } from "../../domain/answers.ts";
import type { Item } from "../../prompts/task.ts";
import { EvidenceField, FindingReply, Id, Remarks, TextLinesField } from "../fields.ts";
import { idOf, oneEach, pathsOf, underLabels, withRealPaths } from "../findings.ts";
import { proposeStage } from "../propose.ts";
import { inAnySpelling, mainList, sideList } from "../reply.ts";
import { stage } from "../stage.ts";

/** `earlier` are the drafts of the seats before this one, on the same batch. */
export interface ProposeAfterRequest extends BatchView {
  readonly earlier: readonly EarlierDraft[];
}

const CheckReply = inAnySpelling({
  id: Id,
  verdict: z.enum(["agree", "dispute"]),
  reason: TextLinesField,
  evidence: EvidenceField,
});

/** A seat of a pipeline checks what the seats before it raised, and adds its own findings. */
export const proposeAfterStage = stage({
  ...proposeStage,
  reply: inAnySpelling({
    findings: mainList("findings", FindingReply),
    residualRisks: Remarks,
    openQuestions: Remarks,
    checks: sideList("checks", CheckReply),
  }),
  // The estimate of the proposals counts it.
  estimate: { part: proposeStage.estimate.part, use: () => ({ calls: 0, input: 0, output: 0 }) },
  ask: (request: ProposeAfterRequest, options, prompt) => {
    const first = proposeStage.ask(request, options, prompt);
    const items = underLabels(request.earlier, "F");
    return {
      ...first,
      instructions: [...first.instructions, options.prompts.parts.earlier],
      items: items.map(({ label, thing: { draft } }): Item => {
        const { severity, category, path, line = null, title, quote, detail } = draft;
        return { id: label, severity, category, path, line, title, quote, detail };
      }),
      answer: ({ checks: given, ...reply }): Proposal => {
        const known = given.items.flatMap((check) => {
          const id = idOf(check.id, items);
          return id === null ? [] : [{ ...check, id }];
        });
        const checks = oneEach(known, () => []).map(
          ({ id, evidence, ...rest }): DraftCheck => ({
            ...rest,
            of: id,
            evidence: withRealPaths(evidence, pathsOf(request), options),
          }),
        );
        return { ...first.answer(reply), checks };
      },
    };
  },
});
