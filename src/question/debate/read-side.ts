import type { DebateSide } from "../../domain/discussion/free-debate.ts";
import { onlyAgreesWith } from "../../text/agreement.ts";
import { hasNegation } from "../../text/same-words.ts";
import { containment } from "./words.ts";

/** A verdict in words must share at least this part of its words with the side that it means. */
const leastShared = 1 / 3;

/** A verdict that begins with a label and goes on with a pause, if at all. */
const label =
  /^\W*(?:(?:the\s+)?(?:answer|verdict|winner)(?:\s+is)?:?\s+)?(?:(?:the\s+)?(?:position|side|plan)\s+)?(?<label>[XY]|P\d{1,4})(?=\W*$|[:.,;)])/i;
const undecided = /^\W*(?:undecided|undetermined|neither|tie|unclear|none|both)\b/i;

/**
 * The side that a judge's verdict means: by its label, by the label of its position, or by the words that it shares with one side more than with the
 * other. Null where it means none, names both, or does not clearly speak for the one that it names: a verdict is never guessed.
 */
export function readSide(verdict: string, sides: { readonly X: DebateSide; readonly Y: DebateSide }): "X" | "Y" | null {
  if (undecided.test(verdict)) return null;
  const stated = label.exec(verdict)?.groups?.["label"]?.toUpperCase();
  const words = verdict.match(/\b(?:[XY]|P\d{1,4})\b/g) ?? [];
  const named = new Set(stated === undefined ? words : [stated, ...words]);
  const mentioned = (["X", "Y"] as const).filter((side) => named.has(side) || named.has(sides[side].position ?? ""));
  const [only, second] = mentioned;
  if (only !== undefined) {
    const isFor = stated !== undefined || [...named].every((name) => onlyAgreesWith(verdict, name));
    return second === undefined && isFor ? only : null;
  }
  const shared = { X: containment(verdict, sides.X.text), Y: containment(verdict, sides.Y.text) };
  if (Math.max(shared.X, shared.Y) < leastShared || shared.X === shared.Y) return null;
  const side = shared.X > shared.Y ? "X" : "Y";
  const [position = ""] = sides[side].text.split("\n");
  return hasNegation(verdict) === hasNegation(position) ? side : null;
}
