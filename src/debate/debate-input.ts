import type { Mask } from "../anchor/mask.ts";
import type { BatchView } from "../domain/answers.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Finding } from "../domain/finding.ts";
import type { Seat } from "../stages/index.ts";
import type { Silencing } from "./silence.ts";
import type { DebateRules } from "./standings.ts";

export interface DebateInput {
  readonly change: Change;
  readonly seats: readonly Seat[];
  /** What rule engines read: the change without what triage excluded. */
  readonly files: readonly ChangedFile[];
  /** Those of them that only the search for secrets reads. */
  readonly generated?: readonly ChangedFile[];
  /** What model seats read. */
  readonly views: readonly BatchView[];
  readonly mask: Mask;
  readonly rules: DebateRules;
  /** Findings that earlier reviews of this pull request left: open, dismissed, and grave ones that were fixed. */
  readonly previous: readonly Finding[];
  /** Whether a file was no part of the change at that review; left out where there is nothing to compare with. */
  readonly isNew?: ((path: string) => boolean) | undefined;
  /** How that review took secrets out of what it left behind. */
  readonly redact?: ((text: string) => string) | undefined;
  /** What the base wants to hear nothing of; left out where it wants to hear all. */
  readonly silencing?: Silencing | undefined;
  /** Calls that the budget still allows; left out where it does not count them. */
  readonly callsLeft?: (() => number) | undefined;
}
