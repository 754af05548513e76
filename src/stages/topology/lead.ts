import { perCall } from "../../domain/estimate.ts";
import { envelope, render, speech } from "../../prompts/shown.ts";
import { OptionalText } from "../fields.ts";
import { inAnySpelling } from "../reply.ts";
import { stage } from "../stage.ts";
import type { Toolbox } from "../tool-loop.ts";

/** `overview` lists the files of the change. Untrusted. */
export interface LeadRequest {
  readonly overview: string;
  readonly limits: string;
  readonly tools: Toolbox;
}

/** The turns that a lead usually takes: spawn, delegate, complete. */
const usualTurns = 3;
const longestOverview = 60_000;

/** A lead splits a large change into tasks. Its work is in the calls; the text at the end is a remark. */
export const leadStage = stage({
  step: "lead",
  line: "A lead splits the change into tasks",
  sees: { description: false },
  reply: inAnySpelling({ summary: OptionalText }),
  estimate: {
    part: "the proposals",
    use: ({ leads = 0 }) => ({
      calls: leads * usualTurns,
      input: leads * usualTurns * perCall.system,
      output: leads * usualTurns * perCall.items,
    }),
  },
  ask: ({ overview, limits, tools }: LeadRequest, { prompts, mask }, prompt) => ({
    view: null,
    round: 1,
    opening: {
      system: prompts.parts.leadSystem,
      batch: render(prompts.parts.overview, {
        overview: envelope("overview", speech(overview, mask, longestOverview)),
      }),
    },
    instructions: [prompt, limits],
    items: [],
    tools,
    read: (text) => text,
    answer: ({ summary }): string => summary ?? "",
  }),
});
