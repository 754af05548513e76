import before from "./comments-before.json" with { type: "json" };
import type { FigureRow, Measured } from "./comments-figures.ts";
import { markdownTable } from "./marked-section.ts";

/** One JSON line of the runner for each figure with a target. */
export interface CommentRow {
  readonly case: "simulate-comments";
  readonly figure: string;
  readonly value: number;
  readonly halfWidth: number;
  /** The same figure of version 0.1.0. */
  readonly before: number | null;
  readonly target: string;
  readonly met: boolean;
  readonly [other: string]: unknown;
}

const measuredBefore: ReadonlyMap<string, Measured> = new Map(Object.entries(before));

/** Only figures with a target can be met or missed. */
export function commentRows(figures: readonly FigureRow[]): CommentRow[] {
  return figures.flatMap(({ name, value, halfWidth, target, met }) =>
    target === undefined || met === undefined
      ? []
      : [
          {
            case: "simulate-comments" as const,
            figure: name,
            value: rounded(value),
            halfWidth: rounded(halfWidth),
            before: measuredBefore.get(name)?.value ?? null,
            target: `value ${target.sign} ${target.limit}`,
            met,
          },
        ],
  );
}

/** What comments-before.json holds: the figures of the engine that was measured. */
export function asBefore(figures: readonly FigureRow[]): Record<string, Measured> {
  return Object.fromEntries(
    figures.map(({ name, value, halfWidth }) => [name, { value: rounded(value), halfWidth: rounded(halfWidth) }]),
  );
}

/** The generated table of docs/simulation.md. */
export function commentTable(figures: readonly FigureRow[]): string {
  const rows = figures.map(({ name, value, halfWidth, target, met }) => [
    name,
    cell(measuredBefore.get(name)),
    cell({ value, halfWidth }),
    target === undefined ? "" : `${target.sign} ${target.limit}`,
    met === undefined ? "" : met ? "yes" : "no",
  ]);
  return markdownTable(["figure", "before (0.1.0)", "now", "target", "met"], rows);
}

function cell(measured: Measured | undefined): string {
  return measured === undefined ? "" : `${measured.value.toFixed(3)} ± ${measured.halfWidth.toFixed(3)}`;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
