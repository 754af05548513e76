import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { cellsOf, replayed } from "./comments-cells.ts";
import { type FigureRow, figuresOf } from "./comments-figures.ts";
import { asBefore, type CommentRow, commentRows, commentTable } from "./comments-report.ts";
import { simulateComments } from "./comments-run.ts";
import { replaceSection } from "./marked-section.ts";

export interface CommentOptions {
  /** Changes in each cell of the grid; clean cells have `cleanFactor` times as many, for what they count is rare. */
  readonly changes: number;
  readonly seed: string;
  /** Root of the checkout whose engine runs; undefined for this one. */
  readonly tree: string | undefined;
}

export const defaultChanges = 600;
const cleanFactor = 5;

/** The runner's rows: the targets of the world of comments. */
export async function benchComments(seed: string): Promise<CommentRow[]> {
  return commentRows(await measureComments({ changes: defaultChanges, seed, tree: undefined }));
}

export async function measureComments({ changes, seed, tree }: CommentOptions): Promise<FigureRow[]> {
  const cells = cellsOf(replayed, changes, changes * cleanFactor);
  return figuresOf(await simulateComments({ cells, seed, tree }));
}

/** Rewrites the table in docs/simulation.md. */
export async function writeTable(figures: readonly FigureRow[]): Promise<void> {
  const document = path.join(import.meta.dirname, "../docs/simulation.md");
  await writeFile(document, replaceSection(await readFile(document, "utf8"), "comments", commentTable(figures)));
}

/** Makes these the figures that later ones are compared with. */
export async function recordBefore(figures: readonly FigureRow[]): Promise<void> {
  const file = path.join(import.meta.dirname, "comments-before.json");
  await writeFile(file, `${JSON.stringify(asBefore(figures), null, 2)}\n`);
}
