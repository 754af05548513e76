import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type CommentResult, cellsOf, panels, replayed } from "./comments-cells.ts";
import { addedFates, type Fate } from "./comments-fates.ts";
import { type FigureRow, figuresOf } from "./comments-figures.ts";
import { likenessOf } from "./comments-likeness.ts";
import { parameterTable } from "./comments-parameters.ts";
import { asBefore, type Before, type CommentRow, commentRows, commentTable } from "./comments-report.ts";
import { simulateComments } from "./comments-run.ts";
import { commentScene } from "./comments-world.ts";
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
  return commentRows(await measureComments({ changes: defaultChanges, seed, tree: undefined }), await readBefore());
}

export async function measureComments(options: CommentOptions): Promise<FigureRow[]> {
  return figuresOf(await runWorld(options));
}

/** The figures, and how findings ended over the cells with 5 and with 3 seats. */
export async function measureWithFates(
  options: CommentOptions,
): Promise<{ figures: FigureRow[]; fates: { seats: number; fates: Fate[] }[] }> {
  const results = await runWorld(options);
  const fates = panels.map((seats) => ({
    seats,
    fates: addedFates(results.filter(({ name }) => name.startsWith(`${seats} seats`)).flatMap((cell) => cell.fates)),
  }));
  return { figures: figuresOf(results), fates };
}

function runWorld({ changes, seed, tree }: CommentOptions): Promise<CommentResult[]> {
  return simulateComments({ cells: cellsOf(replayed, changes, changes * cleanFactor), seed, tree });
}

/** Rewrites the table in docs/simulation.md. */
export async function writeTable(figures: readonly FigureRow[], seed: string): Promise<void> {
  const document = path.join(import.meta.dirname, "../docs/simulation.md");
  const scenes = Array.from({ length: 250 }, (_, repetition) => commentScene(replayed, seed, repetition));
  const section = `${commentTable(figures, await readBefore())}\n\n### Parameters\n\n${parameterTable(replayed)}\n\n${likenessOf(scenes)}`;
  await writeFile(document, replaceSection(await readFile(document, "utf8"), "comments", section));
}

/** Makes these the figures that later ones are compared with. */
export async function recordBefore(figures: readonly FigureRow[]): Promise<void> {
  await writeFile(beforeFile, `${JSON.stringify(asBefore(figures), null, 2)}\n`);
}

const beforeFile = path.join(import.meta.dirname, "comments-before.json");

export async function readBefore(): Promise<Before> {
  return JSON.parse(await readFile(beforeFile, "utf8"));
}
