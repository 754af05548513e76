import { z } from "zod";
import type { BatchView, Composition } from "../domain/answers.ts";
import { perCall, type StageEstimate } from "../domain/estimate.ts";
import type { Finding } from "../domain/finding.ts";
import { render } from "../prompts/shown.ts";
import { Id, Text, Title } from "./fields.ts";
import { excerptOf, itemOf, labelled, raisedWith } from "./findings.ts";
import { idOf, type Labelled } from "./labels.ts";
import { inAnySpelling, mainList } from "./reply.ts";
import { type LlmOptions, stage } from "./stage.ts";

/** The accepted findings. `batch` is set when the change is a single batch; else `excerpts` hold the code of each item by finding id. */
export interface ComposeRequest {
  readonly items: readonly Finding[];
  readonly batch: BatchView | null;
  readonly excerpts: ReadonlyMap<string, string>;
}

/** One seat words the findings and each other checks them: together one call a seat. */
export function wordingBy(callsOf: (seats: number) => number): StageEstimate {
  return {
    part: "the wording",
    use: ({ seats }) => {
      const calls = callsOf(seats) / seats;
      const { system, items, answer } = perCall;
      return { calls, shown: calls * system, input: calls * items, output: calls * answer };
    },
  };
}

/** One seat words the findings for the report. */
export const composeStage = stage({
  step: "compose",
  line: "Wording what survived",
  sees: { description: true },
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

/** With several batches the items bring their own code. */
export function excerptsOf(
  items: readonly Labelled<Finding>[],
  request: ComposeRequest,
  options: LlmOptions,
): string[] {
  if (request.batch !== null) return [];
  const code = items.map(({ label, thing: { id, path } }) => {
    return `${label}:\n${excerptOf(path, request.excerpts.get(id) ?? "", options)}`;
  });
  return [render(options.prompts.parts.excerpts, { excerpts: code.join("\n\n") })];
}
