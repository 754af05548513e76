import { z } from "zod";
import type { Opening, OpeningCheck } from "../../domain/answers.ts";
import type { DebateOpening, EarlierPart } from "../../domain/discussion/answers.ts";
import { type Course, type StageUse, withTurns } from "../../domain/estimate.ts";
import type { StepDraft } from "../../domain/plan.ts";
import type { DebateItem } from "../../prompts/task.ts";
import { type DebateOpenRequest, debateOpeningFields, debateOpenStage } from "../discussion/open.ts";
import { Id, RemarkText } from "../fields.ts";
import { type Labelled, oneEach, underLabels, withRealIds } from "../findings.ts";
import { type OpenRequest, openingFields, openStage } from "../plan-open.ts";
import { inAnySpelling, sideList } from "../reply.ts";
import { stage } from "../stage.ts";
import { stepItem } from "../steps.ts";

const CheckReply = inAnySpelling({ id: Id, verdict: z.enum(["agree", "dispute"]), reason: RemarkText });
const checks = sideList("checks", CheckReply);
/** The request itself is counted with the openings. What it adds: the earlier parts, and checks of about a quarter of their length. */
const addedBy = ({ earlier = 0 }: Course): StageUse => ({ calls: 0, input: earlier, output: earlier / 4 });

/** `earlier` are the steps of the seats before this one. */
export interface OpenAfterRequest extends OpenRequest {
  readonly earlier: readonly { readonly id: string; readonly draft: StepDraft }[];
}

/** A planner of a pipeline checks the steps before it, and plans. */
export const openAfterStage = stage({
  ...openStage,
  reply: inAnySpelling({ ...openingFields, checks }),
  estimate: { part: openStage.estimate.part, use: addedBy },
  ask: (request: OpenAfterRequest, options, prompt) => {
    const first = openStage.ask(request, options, prompt);
    const items = underLabels(request.earlier, "S");
    return {
      ...first,
      instructions: [...first.instructions, options.prompts.parts.earlierOpenings],
      items: items.map(({ label, thing: { id, draft } }) => stepItem({ label, thing: { id, ...draft } })),
      answer: ({ checks: given, ...reply }): Opening => ({
        ...first.answer(reply),
        checks: checksOn(given.items, items),
      }),
    };
  },
});

/** `earlier` are the positions and claims of the seats before this one. */
export interface DebateOpenAfterRequest extends DebateOpenRequest {
  readonly earlier: readonly EarlierPart[];
}

/** A debater of a pipeline checks what was said before it, and takes a position. */
export const debateOpenAfterStage = stage({
  ...debateOpenStage,
  reply: inAnySpelling({ ...debateOpeningFields, checks }),
  estimate: {
    part: debateOpenStage.estimate.part,
    use: (course) => withTurns(addedBy(course), course.turns.batch),
  },
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
      answer: ({ checks: given, ...reply }): DebateOpening => {
        return { ...first.answer(reply), checks: checksOn(given.items, items) };
      },
    };
  },
});

/** One check for each item. Two that contradict each other are none. */
function checksOn(
  given: readonly z.output<typeof CheckReply>[],
  items: readonly Labelled<{ readonly id: string }>[],
): OpeningCheck[] {
  return oneEach(withRealIds(given, items), () => []).map(({ id, verdict, reason }) => ({ of: id, verdict, reason }));
}
