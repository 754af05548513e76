import type { TurnReply, TurnRequest } from "../../../domain/discussion/answers.ts";
import { render } from "../../../text/shown.ts";
import { cutCharacters } from "../../../text/text.ts";
import { EvidenceField, Words } from "../fields.ts";
import { aboutQuestion, questionStage } from "../question.ts";
import { inAnySpelling } from "../reply.ts";
import { ConcessionsReply } from "../steps.ts";
import { ConfidenceField, rolePart, saidBefore, tableItems } from "./table.ts";

/** A seat argues in one round, as its duty says. */
export const debateTurnStage = questionStage({
  step: "debate-turn",
  line: "Seats argue",
  reply: inAnySpelling({
    position: Words,
    argument: Words,
    confidence: ConfidenceField,
    concessions: ConcessionsReply,
    evidence: EvidenceField,
  }),
  ask: (request: TurnRequest, options, prompt) => {
    const { prompts } = options;
    const duty = prompts.duties.get(request.duty);
    if (duty === undefined) throw new Error(`the duty ${request.duty} has no prompt file`);
    const items = tableItems(request);
    return {
      ...aboutQuestion("debate", request.context, options),
      round: request.round,
      instructions: [
        render(prompt, { duty, leading: request.leading }),
        ...rolePart(request.role, options),
        saidBefore(request, options),
      ],
      items,
      answer: ({ concessions: given, ...reply }): TurnReply => {
        const known = given.items.map((one) => ({ ...one, id: one.id.toUpperCase() }));
        const isItem = ({ id }: { readonly id: string }): boolean => items.some((item) => item.id === id);
        const unknown = known
          .filter((one) => !isItem(one))
          .map(({ id }) => `${cutCharacters(id, 40)}, which is no item`);
        return { ...reply, concessions: known.filter(isItem), dropped: [...given.dropped, ...unknown] };
      },
    };
  },
});
