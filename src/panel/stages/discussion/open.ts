import type { DebateOpening, EarlierPart } from "../../../domain/discussion/answers.ts";
import type { DebateItem } from "../../../domain/views.ts";
import { EvidenceField, Remarks, RemarkText, Title, Words } from "../fields.ts";
import { underLabels } from "../labels.ts";
import { type OpenQuestion, openingOn, questionStage } from "../question.ts";
import { inAnySpelling, sideList } from "../reply.ts";
import { openingAfter, openingChecks } from "../topology/missing-checks.ts";
import { ConfidenceField } from "./table.ts";

const ClaimReply = inAnySpelling({
  title: Title,
  detail: RemarkText,
  confidence: ConfidenceField,
  evidence: EvidenceField,
});

const debateOpeningFields = { position: Words, claims: sideList("claims", ClaimReply), uncertainties: Remarks };

/** A seat takes a position on its own. */
export const debateOpenStage = questionStage({
  step: "debate-open",
  line: "Seats take positions",
  reply: inAnySpelling(debateOpeningFields),
  ask: (request: OpenQuestion, options, prompt) => ({
    ...openingOn("debate", request, options, prompt),
    answer: ({ position, claims, uncertainties }): DebateOpening => {
      return { position, claims: claims.items, uncertainties, dropped: claims.dropped };
    },
  }),
});

/** `earlier` are the positions and claims of the seats before this one. */
export interface DebateOpenAfterRequest extends OpenQuestion {
  readonly earlier: readonly EarlierPart[];
}

/** A debater of a pipeline checks what was said before it, and takes a position. */
export const debateOpenAfterStage = questionStage({
  ...debateOpenStage,
  reply: inAnySpelling({ ...debateOpeningFields, checks: openingChecks }),
  ask: (request: DebateOpenAfterRequest, options, prompt) => {
    const earlier = underLabels(request.earlier, "E");
    const labels = new Map(earlier.map(({ label, thing }) => [thing.id, label]));
    const items = earlier.map(({ label, thing: { of, title, detail, confidence, evidence } }): DebateItem => {
      const kind = of === null ? "position" : "claim";
      const found = evidence.flatMap(({ path, line, quote, found: isFound }) =>
        isFound ? [{ path, line, quote }] : [],
      );
      const position = of === null ? null : (labels.get(of) ?? null);
      return { id: label, kind, of: position, title, detail, confidence, evidence: found, status: "held" };
    });
    return openingAfter(debateOpenStage.ask(request, options, prompt), earlier, items, options);
  },
});
