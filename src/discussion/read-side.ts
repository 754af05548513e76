import type { DebateSide } from "../domain/discussion/free-debate.ts";
import { containment } from "./words.ts";

/** A verdict in words must share at least this part of its words with the side that it means. */
const leastShared = 1 / 3;

const label = /^\W*(?:the\s+)?(?:(?:position|side|plan|answer)\s+)?(?<label>[XY])(?=$|[\s:.,;)!"'*-])/i;
const undecided = /^\W*(?:undecided|undetermined|neither|tie|unclear|none|both)\b/i;

/**
 * The side that a judge's verdict means: by its label, by the label of its position, or by the words that it shares with one side more than with the
 * other. Null where it means none: a verdict is never guessed.
 */
export function readSide(verdict: string, sides: { readonly X: DebateSide; readonly Y: DebateSide }): "X" | "Y" | null {
  if (undecided.test(verdict)) return null;
  const named = label.exec(verdict)?.groups?.["label"]?.toUpperCase();
  if (named === "X" || named === "Y") return named;
  const positions = new Set(verdict.match(/\bP\d{1,4}\b/g) ?? []);
  const mentioned = (["X", "Y"] as const).filter((side) => positions.has(sides[side].position ?? ""));
  if (mentioned[0] !== undefined && mentioned.length === 1) return mentioned[0];
  const shared = { X: containment(verdict, sides.X.text), Y: containment(verdict, sides.Y.text) };
  if (Math.max(shared.X, shared.Y) < leastShared || shared.X === shared.Y) return null;
  return shared.X > shared.Y ? "X" : "Y";
}
