import { z } from "zod";
import type { VoteReply, VoteRequest } from "../../../domain/discussion/answers.ts";
import { render } from "../../../text/shown.ts";
import { RemarkText } from "../fields.ts";
import { aboutQuestion, questionStage } from "../question.ts";
import { asked, inAnySpelling } from "../reply.ts";
import { ConfidenceField, saidBefore, tableItems } from "./table.ts";

const votes = ["agree", "disagree", "abstain"] as const;

/** A seat votes on the leading position. */
export const debateVoteStage = questionStage({
  step: "debate-vote",
  line: "Seats vote on the leading position",
  reply: inAnySpelling({
    /** An unknown vote is an abstention, never an agreement. */
    vote: asked(z.enum(votes), z.enum(votes).catch("abstain")),
    confidence: ConfidenceField,
    reason: RemarkText,
  }),
  ask: (request: VoteRequest, options, prompt) => ({
    ...aboutQuestion("debate", request.context, options),
    round: 1,
    instructions: [render(prompt, { leading: request.leading }), saidBefore(request, options)],
    items: tableItems(request),
    answer: (value): VoteReply => value,
  }),
});
