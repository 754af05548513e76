import type { Hearing } from "./debate.ts";
import type { Severity } from "./severity.ts";

export const stageNames = [
  "read",
  "propose",
  "gate",
  "merge",
  "examine",
  "ballot",
  "settle",
  "hearing",
  "compose",
  "validate",
  "verdict",
  "plan-open",
  "plan-rebut",
  "plan-assume",
  "plan-close",
  "plan-compose",
  "plan-validate",
  "jury",
] as const;
export type StageName = (typeof stageNames)[number];

/** The events of a review as they happen. They drive the progress display and the check run's text. */
export type DebateEvent =
  | { readonly type: "stage-start"; readonly stage: StageName; readonly detail?: string }
  /** A fact for the reader, such as the compared revisions or a fallback. */
  | { readonly type: "note"; readonly text: string }
  /** A reaction that was not sent to GitHub, to save its write limits for more important writes. */
  | { readonly type: "left-out" }
  /** A question to a seat goes out, and comes back answered or not. The progress display shows who is awaited. */
  | { readonly type: "seat-asked" | "seat-heard"; readonly seat: string }
  | { readonly type: "seat-end"; readonly seat: string; readonly stage: StageName; readonly raised: number }
  | {
      readonly type: "seat-failure";
      readonly seat: string;
      readonly provider: string;
      readonly stage: StageName;
      readonly reason: string;
    }
  /**
   * One answer from a provider. `replayed` ones came from the journal and cost nothing. `costUsd` is null if no price
   * is known.
   */
  | {
      readonly type: "call-end";
      readonly seat: string;
      readonly provider: string;
      readonly inputTokens: number;
      readonly cachedInputTokens: number;
      readonly outputTokens: number;
      readonly costUsd: number | null;
      readonly replayed: boolean;
    }
  | {
      readonly type: "finding-eliminated";
      readonly path: string;
      readonly title: string;
      readonly severity: Severity;
      readonly because: string;
    }
  | {
      readonly type: "hearing-end";
      readonly title: string;
      readonly ruling: Hearing["ruling"];
      readonly because: string;
    }
  | { readonly type: "round-end"; readonly round: number; readonly open: number; readonly confidence: number | null };

export type Emit = (event: DebateEvent) => void;
