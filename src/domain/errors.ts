/**
 * An error that the user can fix: one sentence with the fact and the value, and a hint with the next step. Exit code 2.
 */
export class ReviewError extends Error {
  override readonly name = "ReviewError";
  readonly hint: string;
  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

/** The hint for a failure that a second run may not meet, and that is otherwise a defect of this program. */
export const runAgain = "Run again; if it fails again, report it.";

/** A file of the base that cannot be read as text: binary, too large, a link or a folder. */
export class NotText extends ReviewError {}

/** The repository with that name is no longer the one of the event, which was renamed, moved or deleted. */
export class OtherRepository extends Error {
  override readonly name = "OtherRepository";
  constructor(repo: string) {
    super(`${repo} is no longer the repository that this event was about, so nothing was done.`);
  }
}

/** The reason of an abort: the change under review has been replaced. The check says so. */
export class Superseded extends Error {
  override readonly name = "Superseded";
  /** The new head, or a few words that say what replaced the change. */
  readonly by: string;
  constructor(by: string) {
    super(`superseded by ${by}`);
    this.by = by;
  }
}

/** One sentence for an unknown thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A `ReviewError` for a failed step: the sentence, then the system's reason. */
export function causedBy(cause: unknown, message: string, hint: string): ReviewError {
  return new ReviewError(`${message}: ${messageOf(cause)}`, hint, { cause });
}
