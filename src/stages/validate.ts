import type { Approval, Wording } from "../domain/answers.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import { ApprovalsReply } from "./fields.ts";
import {
  type ComposeRequest,
  excerptsOf,
  itemOf,
  labelled,
  oneEach,
  opinionsOn,
  withRealPaths,
  wordingBy,
} from "./findings.ts";
import { stage } from "./stage.ts";

export interface ValidateRequest extends ComposeRequest {
  readonly wordings: readonly Wording[];
}

/** A seat checks the wording of another: the items carry the wording, and the findings as they were raised come before them. */
export const validateStage = stage({
  step: "validate",
  line: "Checking the wording",
  sees: { description: true },
  reply: ApprovalsReply,
  estimate: wordingBy((seats) => seats - 1),
  ask: (request: ValidateRequest, options, prompt) => {
    const items = labelled(request.items, options.seat.name);
    const raised = items.map(
      ({ label, thing: { title, detail } }) =>
        `${label}:\n${envelope("claim", speech(`${title}\n${detail}`, options.mask))}`,
    );
    const paths = request.items.map(({ path }) => path);
    return {
      view: request.batch,
      round: request.batch?.round ?? 1,
      instructions: [
        prompt,
        render(options.prompts.parts.raised, { raised: raised.join("\n\n") }),
        ...excerptsOf(items, request, options),
      ],
      items: items.map((item) => {
        const wording = request.wordings.find(({ finding }) => finding === item.thing.id);
        return wording === undefined ? itemOf(item) : { ...itemOf(item), title: wording.title, detail: wording.body };
      }),
      answer: (reply): readonly Approval[] => {
        const { known } = opinionsOn(reply.items.items, items);
        // Both approved and rejected is no opinion.
        return oneEach(known, () => []).map(
          ({ id, evidence, ...rest }): Approval => ({
            ...{ finding: id, ...rest, evidence: withRealPaths(evidence, paths, options) },
          }),
        );
      },
    };
  },
});
