import type { CommentGiven } from "../domain/request.ts";
import type { DecisionStore } from "../record/record.ts";
import type { Journal } from "../vendors/journal.ts";

/** Answers that a comment paid for: a job that is done again pays none of them twice, and another comment gets none of them. */
export async function journalOf(
  desk: DecisionStore | null,
  { comment }: Pick<CommentGiven, "comment">,
): Promise<Journal | null> {
  return desk === null ? null : { store: await desk.journal(), attempt: comment };
}
