/** A comment in one of our threads, with our reactions to it. */
export interface ThreadComment {
  readonly id: number;
  readonly body: string;
  /** We wrote it and edited it last. */
  readonly isOurs: boolean;
  /** The time of our 👀, by GitHub's clock; null if we gave none or it cannot be seen. */
  readonly seenAt: string | null;
  /** 👍 or 👎 once it was answered. */
  readonly answer: "+1" | "-1" | null;
}
