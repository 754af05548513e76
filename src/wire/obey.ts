import { readCommand } from "../domain/command.ts";
import type { GitHubRunOptions } from "../domain/run.ts";
import { answerCommand, mayCommand } from "./github.ts";

const notYet =
  "This command is not available in this version of PR Debate; `/debate review` is, and asks for another review of this pull request.";

/** Looks at a comment that may be a command of somebody who may give one, and answers it. `isReview`: another review was asked for. */
export async function obey(
  comment: {
    readonly repo: string;
    readonly number: number;
    readonly comment: number;
    readonly login: string;
    readonly body: string;
  },
  access: Pick<GitHubRunOptions, "github" | "version" | "emit">,
  signal: AbortSignal,
): Promise<{ readonly isReview: boolean }> {
  const { repo, login } = comment;
  const command = readCommand(comment.body);
  if (command === null) return { isReview: false };
  // Whoever may not command gets a sign and never a comment: nobody shall make this program write at will.
  if (!(await mayCommand({ repo, login }, access, signal))) {
    await answerCommand({ ...comment, reaction: "-1", text: null }, access, signal);
    return { isReview: false };
  }
  const answer = command === "other" ? { reaction: null, text: notYet } : { reaction: "eyes" as const, text: null };
  await answerCommand({ ...comment, ...answer }, access, signal);
  return { isReview: command !== "other" };
}
