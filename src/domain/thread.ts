/** A comment in a thread of ours, with the signs that we gave it. */
export interface ThreadComment {
  readonly id: number;
  readonly body: string;
  /** We wrote it, and nobody else edited it. */
  readonly isOurs: boolean;
  /** When we gave it 👀, by GitHub's clock; null where we did not, or it cannot be seen. */
  readonly seenAt: string | null;
  /** 👍 or 👎, once it was answered. */
  readonly answer: "+1" | "-1" | null;
}
