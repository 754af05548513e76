import type { Finding } from "../domain/finding.ts";
import { shareOf } from "./ballot/settle-votes.ts";

/**
 * How sure the panel is, 0–100, computed and never asked (design §4): 60 % mean share of agreement per open finding, 40 % mean agreement of
 * each pair of seats on what both judged. No pair: the share alone. Nothing open: 100 with a quorum of healthy seats, else null. One seat
 * alone: null, for nobody could disagree with it.
 */
export function reviewConfidence(open: readonly Finding[], seats: readonly string[], quorum: boolean): number | null {
  if (seats.length < 2) return null;
  if (open.length === 0) return quorum ? 100 : null;
  const shares = open.flatMap(({ votes }) => shareOf(votes) ?? []);
  const share = mean(shares);
  if (share === null) return null;
  const pairs = mean(pairwise(open, seats));
  return Math.round(100 * (pairs === null ? share : 0.6 * share + 0.4 * pairs));
}

/** For each pair of seats with something judged in common: the part of it they see alike. */
function pairwise(open: readonly Finding[], seats: readonly string[]): number[] {
  return seats.flatMap((one, index) =>
    seats.slice(index + 1).flatMap((other) => {
      const common = open.flatMap((finding) => {
        const [a, b] = [stanceOf(finding, one), stanceOf(finding, other)];
        return a === null || b === null ? [] : [a === b ? 1 : 0];
      });
      return mean(common) ?? [];
    }),
  );
}

function stanceOf({ raisedBy, votes }: Finding, seat: string): "for" | "against" | null {
  if (raisedBy.includes(seat) || votes.agree.includes(seat)) return "for";
  return votes.dispute.includes(seat) ? "against" : null;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
