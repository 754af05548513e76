import type { Severity } from "./severity.ts";

export const stageNames = ["read", "propose", "gate", "merge", "examine", "ballot", "settle", "hearing", "score", "compose", "validate", "verdict"] as const;
export type StageName = (typeof stageNames)[number];

/** What happens in a review, as it happens: drives the progress display now and the check run later. */
export type DebateEvent =
  | { readonly type: "stage-start"; readonly stage: StageName; readonly detail?: string }
  /** Something a reader should know, such as what was compared or a fallback that was taken. */
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "seat-end"; readonly seat: string; readonly stage: StageName; readonly raised: number }
  | { readonly type: "seat-failure"; readonly seat: string; readonly stage: StageName; readonly reason: string }
  | {
      readonly type: "finding-eliminated";
      readonly path: string;
      readonly title: string;
      readonly severity: Severity;
      readonly because: string;
    };

export type Emit = (event: DebateEvent) => void;
