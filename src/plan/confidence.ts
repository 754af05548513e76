import type { JudgedStep } from "../domain/plan.ts";

/**
 * How sure the panel is of the plan, 0–100, computed and never asked, as for a review: 60 % mean agreement on the plan's steps, 40 % how often
 * two seats take the same side on a step, lost ones too. Null where nobody judged anybody else's step.
 */
export function planConfidence(
  kept: readonly JudgedStep[],
  all: readonly JudgedStep[],
  seats: readonly string[],
): number | null {
  const share = mean(kept.flatMap(({ agreement }) => agreement ?? []));
  if (share === null) return null;
  const pairs = mean(
    seats.flatMap((one, index) => seats.slice(index + 1).flatMap((other) => alike(all, one, other) ?? [])),
  );
  return Math.round(100 * (pairs === null ? share : 0.6 * share + 0.4 * pairs));
}

function alike(steps: readonly JudgedStep[], one: string, other: string): number | null {
  return mean(
    steps.flatMap((step) => {
      const [a, b] = [stanceOf(step, one), stanceOf(step, other)];
      return a === null || b === null ? [] : [1 - Math.abs(a - b)];
    }),
  );
}

function stanceOf({ backedBy, dissent }: JudgedStep, seat: string): number | null {
  if (backedBy.includes(seat)) return 1;
  const against = dissent.find((one) => one.seat === seat);
  if (against === undefined) return null;
  return against.kind === "wants a change" ? 0.5 : 0;
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
