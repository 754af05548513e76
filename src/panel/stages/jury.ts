import { z } from "zod";
import type { criteria, JuryBallot } from "../../domain/plan.ts";
import { envelope, render, speech } from "../../text/shown.ts";
import { RemarkText } from "./fields.ts";
import { questionStage, systemOf } from "./question.ts";
import { inAnySpelling } from "./reply.ts";

const longestCase = 12_000;

/** Two plans without names. A juror knows nothing else: neither the debate nor the other order. */
export interface JuryRequest {
  readonly question: string;
  readonly X: string;
  readonly Y: string;
  /** Distinguishes the jurors of one seat. */
  readonly juror: number;
}

const Points = z.number().min(0).max(20);
const CriteriaReply = z.object({
  clarity: Points,
  consistency: Points,
  strength: Points,
  rebuttal: Points,
  realism: Points,
  synthesis: Points,
} satisfies Record<(typeof criteria)[number], typeof Points>);

/** A juror compares the two best plans, in both orders. It has no persona and no history, so a seat does not recognise its own words. */
export const juryStage = questionStage({
  step: "jury",
  line: "A blind jury compares the two best plans",
  reply: inAnySpelling({
    scores: z.object({ X: CriteriaReply, Y: CriteriaReply }),
    winner: z.enum(["X", "Y", "tie"]),
    reason: RemarkText,
  }),
  ask: ({ question, X, Y, juror }: JuryRequest, options, prompt) => {
    const { prompts, mask } = options;
    const shown = (kind: string, text: string): string => envelope(kind, speech(text, mask, longestCase));
    const texts = { question: shown("question", question), x: shown("plan", X), y: shown("plan", Y) };
    return {
      view: null,
      round: juror,
      instructions: [prompt, render(prompts.parts.juryCase, texts)],
      items: [],
      opening: { system: systemOf("plan", options, prompts.parts.jurySeat), batch: "" },
      answer: (value): JuryBallot => value,
    };
  },
});
