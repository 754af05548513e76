import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** The prompts that a client shows to people, such as slash commands. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    "review-my-changes",
    {
      title: "Review my changes",
      description: "Review the uncommitted work, check the findings, and correct what is confirmed.",
      argsSchema: z.object({ focus: z.string().max(2_000).optional().describe("What to look at in particular.") }),
    },
    ({ focus }) =>
      message(focus === undefined || focus.trim() === "" ? review : `${review}\n\nLook in particular at: ${focus}`),
  );
  server.registerPrompt(
    "plan",
    {
      title: "Plan",
      description: "Let several models argue a plan before you write code.",
      argsSchema: z.object({ question: z.string().min(1).max(2_000).describe("What to plan.") }),
    },
    ({ question }) => message(`${plan}\n\nThe question: ${question}`),
  );
}

const review = `Call the tool debate_review on this repository. Then, for each finding with status "accepted":
1. Read the code at its path and line, and decide for yourself whether the claim is true.
2. If it is, write a test that fails because of it, correct the code, and run the test again.
3. If it is not, say why in one sentence.
Leave findings with status "disputed" to me. If result is "inconclusive", say that the review is incomplete and why.`;

const plan = `Call the tool debate_plan with the question below. Name in it the files that matter by their paths. Show me the steps, the objections
and the open questions before you write any code.`;

function message(text: string) {
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}
