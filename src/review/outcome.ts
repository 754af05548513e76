import { applySuggestion } from "../anchor/suggestion.ts";
import type { Reading } from "../diff/triage.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Finding } from "../domain/finding.ts";
import type { Panel } from "../domain/review.ts";
import type { Seat } from "../stages/index.ts";
import type { DebateOutcome } from "./debate-state.ts";

/**
 * The seats with their health, and what the panel amounts to. Where no model had anything to read it is `offline`, as without model seats:
 * those that were never asked did not look. Below quorum it `failed`.
 */
export function reviewPanel(
  seats: readonly Seat[],
  outcome: Pick<DebateOutcome, "failures" | "healthy">,
  quorum: number,
  hasNothingForModels = false,
): Panel {
  const counted = seats.filter((seat) => seat.counted).length;
  const healthy = outcome.healthy.length;
  const isOffline = counted === 0 || hasNothingForModels;
  const state = isOffline ? "offline" : healthy < quorum ? "failed" : healthy < counted ? "degraded" : "full";
  return {
    state,
    seats: seats.map(({ name, provider, model, persona, counted }) => {
      const reasons = [...new Set(outcome.failures.filter(({ seat }) => seat === name).map(({ reason }) => reason))];
      const healthy = counted ? outcome.healthy.includes(name) : reasons.length === 0;
      const seat = { name, provider, model, persona, counted, healthy };
      return reasons.length === 0 ? seat : { ...seat, failure: shortened(reasons) };
    }),
  };
}

/** The coverage list has each file's own reason. */
function shortened(reasons: readonly string[]): string {
  const shown = reasons.slice(0, 2).join("; ");
  return reasons.length <= 2 ? shown : `${shown}; and ${reasons.length - 2} more, see the coverage`;
}

/** Why there is nothing to review, or null when there is. A change that shows no text is one all the same. */
export function skipOf(change: Change): string | null {
  return change.files.length === 0 ? "the change is empty" : null;
}

/** How many new files nobody read because of their path. */
export function newGeneratedIn(change: Change, reading: (file: ChangedFile) => Reading): number {
  return change.files.map(reading).filter((one) => one.state === "secrets-only" && one.isNew).length;
}

/** Findings whose suggestion applies, or whose fix names code that stands in the file: the scoring's "concrete fix" (design §5). */
export function concreteFixes(change: Change, findings: readonly Finding[]): Set<string> {
  const files = new Map(change.files.map((file) => [file.path, file]));
  const concrete = findings.filter((finding) => {
    const file = files.get(finding.path);
    return file !== undefined && ("text" in applySuggestion(file, finding) || namesCode(finding.fix ?? "", file));
  });
  return new Set(concrete.map(({ id }) => id));
}

/** Bounded everywhere: a model may write a fix of any length and shape (H63). */
function namesCode(fix: string, { headText }: ChangedFile): boolean {
  const named = fix.slice(0, 5_000).matchAll(/`([^`\n]{1,200})`|(?<![\w.])([\w.]{1,200})\(/g);
  return [...named].some((match) => {
    const code = match[1] ?? match[2] ?? "";
    return code.trim().length >= 3 && (headText ?? "").includes(code);
  });
}
