import type { JudgeDebateReply, JudgeDebateRequest } from "../../../domain/discussion/answers.ts";
import { envelope, render, speech } from "../../../text/shown.ts";
import { Remarks, RemarkText, Words } from "../fields.ts";
import { aboutQuestion, questionStage } from "../question.ts";
import { inAnySpelling } from "../reply.ts";
import { ConfidenceField } from "./table.ts";

const longestSide = 12_000;

/** A judge weighs two sides, without names and without votes, in both orders. */
export const debateJudgeStage = questionStage({
  step: "debate-judge",
  line: "Judges weigh the two sides, in both orders",
  reply: inAnySpelling({ verdict: Words, reasoning: RemarkText, confidence: ConfidenceField, dissent: Remarks }),
  ask: ({ context, X, Y, round }: JudgeDebateRequest, options, prompt) => {
    const { prompts, mask } = options;
    const shown = (text: string): string => envelope("position", speech(text, mask, longestSide));
    return {
      ...aboutQuestion("debate", context, options, prompts.parts.debateBench),
      round,
      instructions: [prompt, render(prompts.parts.debateCase, { x: shown(X), y: shown(Y) })],
      items: [],
      answer: (value): JudgeDebateReply => value,
    };
  },
});
