/** Something the user can mend: one sentence what happened, with the value, and a hint what to do. Exit code 2. */
export class ReviewError extends Error {
  override readonly name = "ReviewError";
  readonly hint: string;
  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

/** The repository of that name is another one than the event was about: that one was renamed, moved or deleted since. */
export class OtherRepository extends Error {
  override readonly name = "OtherRepository";
  constructor(repo: string) {
    super(`${repo} is another repository by now than the one that this event was about, so nothing is done.`);
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

/** The one sentence of an unknown thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A `ReviewError` for a failed step: the sentence, then the reason that the system gave. */
export function causedBy(cause: unknown, message: string, hint: string): ReviewError {
  return new ReviewError(`${message}: ${messageOf(cause)}`, hint, { cause });
}
