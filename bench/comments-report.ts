import type { Fate } from "./comments-fates.ts";
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

/** The figures that later ones are compared with, by name. */
export type Before = Readonly<Record<string, Measured>>;

/** Only figures with a target can be met or missed. */
export function commentRows(figures: readonly FigureRow[], before: Before): CommentRow[] {
  return figures.flatMap(({ name, value, halfWidth, target, met }) =>
    target === undefined || met === undefined
      ? []
      : [
          {
            case: "simulate-comments" as const,
            figure: name,
            value: rounded(value),
            halfWidth: rounded(halfWidth),
            before: before[name]?.value ?? null,
            target: `value ${target.sign} ${target.limit}`,
            met,
          },
        ],
  );
}

/** What comments-before.json holds: the figures of the engine that was measured. */
export function asBefore(figures: readonly FigureRow[]): Before {
  return Object.fromEntries(
    figures.map(({ name, value, halfWidth }) => [name, { value: rounded(value), halfWidth: rounded(halfWidth) }]),
  );
}

/** The generated table of docs/simulation.md. */
export function commentTable(figures: readonly FigureRow[], before: Before): string {
  const rows = figures.map(({ name, value, halfWidth, target, met }) => [
    name,
    cell(before[name]),
    cell({ value, halfWidth }),
    target === undefined ? "" : `${target.sign} ${target.limit}`,
    met === undefined ? "" : met ? "yes" : "no",
  ]);
  return markdownTable(["figure", "before (0.1.0)", "now", "target", "met"], rows);
}

/** The kinds of findings that cost most: false ones posted, and defects lost. */
export function fateTables(fates: readonly Fate[], most: number): string {
  const rowsBy = (cost: (fate: Fate) => number): string[][] =>
    fates
      .filter((fate) => cost(fate) > 0)
      .toSorted((a, b) => cost(b) - cost(a))
      .slice(0, most)
      .map(({ kind, right, wrong, lost }) => [kind, `${right}`, `${wrong}`, `${lost}`]);
  const header = ["finding", "true", "false", "defects lost"];
  const isPosted = ({ kind }: Fate): boolean => !kind.includes("out at");
  return [
    markdownTable(
      header,
      rowsBy((fate) => (isPosted(fate) ? fate.wrong : 0)),
    ),
    markdownTable(
      header,
      rowsBy(({ lost }) => lost),
    ),
  ].join("\n\n");
}

function cell(measured: Measured | undefined): string {
  return measured === undefined ? "" : `${measured.value.toFixed(3)} ± ${measured.halfWidth.toFixed(3)}`;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
