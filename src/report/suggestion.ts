import type { Finding } from "../domain/finding.ts";
import { fence } from "../text/text.ts";
import { isSteering } from "./steering-files.ts";

/**
 * Why GitHub's one-click suggestion may not be offered for a finding, as a clause; null where it may: lines of one hunk on the head side, and
 * text that goes into the file exactly as it is shown (design §9).
 */
export function hindranceToCommit({ suggestion = "", anchor, side, path }: Finding): string | null {
  if (anchor !== "hunk") return "its lines are not in the diff";
  if (side === "LEFT") return "its lines are deleted";
  if (isSteering(path)) return "this file decides what runs or who decides";
  if (/\[(?:redacted|secret) [a-z0-9 -]+\]/.test(suggestion)) return "a secret in it is not shown";
  return isShownVerbatim(suggestion) ? null : "it holds characters that cannot be shown as they are";
}

function isShownVerbatim(suggestion: string): boolean {
  return fence(suggestion).includes(suggestion.replace(/\n$/, ""));
}
