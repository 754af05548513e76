import { z } from "zod";
import type { Composition } from "../domain/answers.ts";
import { Id, Text, Title } from "./fields.ts";
import { type ComposeRequest, excerptsOf, idOf, itemOf, labelled, raisedWith, wordingBy } from "./findings.ts";
import { inAnySpelling, mainList } from "./reply.ts";
import { stage } from "./stage.ts";

/** One seat words the findings for the report. */
export const composeStage = stage({
  step: "compose",
  line: "Wording what survived",
  sees: { description: true },
  isWording: true,
  reply: inAnySpelling({
    summary: z.string().transform((summary) => summary.trim()),
    items: mainList("items", inAnySpelling({ id: Id, title: Title, body: Text })),
  }),
  estimate: wordingBy(() => 1),
  ask: (request: ComposeRequest, options, prompt) => {
    const items = labelled(request.items, options.seat.name);
    return {
      view: request.batch,
      round: request.batch?.round ?? 1,
      instructions: [prompt, ...raisedWith(items, options), ...excerptsOf(items, request, options)],
      items: items.map(itemOf),
      answer: ({ summary, items: worded }): Composition => {
        return {
          // A label means nothing outside this request.
          summary: summary.replace(/\bF\d+\b/g, (label) => idOf(label, items) ?? label),
          // An unknown id is passed on as it is: the engine, which checks ids in = ids out, then rejects the composition.
          items: worded.items.map(({ id, ...words }) => ({ finding: idOf(id, items) ?? id, ...words })),
        };
      },
    };
  },
});
