import type { CommentGiven, Desk } from "../domain/run.ts";
import type { Journal } from "../vendors/journal.ts";

/** Answers that a comment paid for: a job that is done again pays none of them twice, and another comment gets none of them. */
export async function journalOf(
  desk: Desk | null,
  { comment }: Pick<CommentGiven, "comment">,
): Promise<Journal | null> {
  return desk === null ? null : { store: await desk.journal(), attempt: comment };
}
