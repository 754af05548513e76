import type { Review, SeatReport, Usage } from "../domain/review.ts";

/** `1,234,567`, without a locale. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "3 calls, 12,000 tokens in (8,000 cached), 900 out, $0.0421". */
export function usageOf(usage: Omit<Usage, "seats">): string {
  if (usage.calls === 0) return "no model calls";
  const cached = usage.cachedInputTokens === 0 ? "" : ` (${grouped(usage.cachedInputTokens)} cached)`;
  const tokens = `${grouped(usage.inputTokens)} tokens in${cached}, ${grouped(usage.outputTokens)} out`;
  return `${usage.calls} ${usage.calls === 1 ? "call" : "calls"}, ${tokens}, ${costOf(usage.costUsd)}`;
}

function costOf(costUsd: number | null): string {
  return costUsd === null ? "cost unknown (no price for a model)" : `$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`;
}

/** "2 min 5 s"; null when the stamps cannot be read. */
export function durationOf(review: Review): string | null {
  const seconds = Math.round((Date.parse(review.finishedAt) - Date.parse(review.startedAt)) / 1000);
  if (!Number.isFinite(seconds) || seconds < 0) return null;
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** "acme/shop #12, main 1a2b3c4 → fix 5d6e7f8"; names are untrusted. */
export function changeOf({ change }: Review): string {
  const revision = ({ ref, sha }: { ref: string; sha: string }): string =>
    [ref, sha.slice(0, 7)].filter(Boolean).join(" ");
  const name = [change.repo ?? "", change.number === null ? "" : `#${change.number}`].filter(Boolean).join(" ");
  return [name, `${revision(change.base)} → ${revision(change.head)}`].filter(Boolean).join(", ");
}

/** "82 % (agreed)"; the words "not computed" rather than a 0 nobody measured. */
export function confidenceOf(review: Review): string {
  const stopped = review.stopReason === null ? "" : ` (stopped: ${review.stopReason})`;
  return `${review.confidence === null ? "not computed" : `${review.confidence} %`}${stopped}`;
}

/** "anthropic claude-x, correctness"; untrusted. */
export function seatOf(seat: SeatReport): string {
  return [[seat.provider, seat.model].filter(Boolean).join(" "), seat.persona].filter(Boolean).join(", ");
}

/** Quoted code without the indentation that all its lines share. */
export function outdented(code: string): string {
  const lines = code.replaceAll("\t", "    ").replace(/\s+$/, "").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const shared = indents.reduce((least, indent) => Math.min(least, indent), indents[0] ?? 0);
  return lines.map((line) => line.slice(shared)).join("\n");
}

/** The leaderboard's columns: label and field of a score. */
export const scoreColumns = [
  ["P0", "p0"],
  ["P1", "p1"],
  ["P2", "p2"],
  ["False+", "falsePositives"],
  ["Fixes", "fixes"],
  ["Accuracy", "accuracy"],
  ["Clarity", "clarity"],
  ["Total", "total"],
] as const;
