import picomatch from "picomatch";
import { cutBatches } from "../../code/diff/batch.ts";
import type { Reading } from "../../code/diff/triage.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { EffortTier, TopologyName } from "../../domain/known-names.ts";
import type { BatchView } from "../../domain/views.ts";
import type { Guidance, ReviewSetup } from "../../panel/choosing/setups.ts";
import { symbolsOf, withOtherSymbols } from "../elsewhere.ts";
import type { SplitChange } from "../rounds-state.ts";

interface Whole {
  readonly files: readonly ChangedFile[];
  readonly views: readonly BatchView[];
  readonly reading: (file: ChangedFile) => Reading;
  readonly table: ReviewSetup;
  readonly asSeen: (view: BatchView) => BatchView;
}

/** How a lead's tasks are cut into batches: like those of the whole change, from the files of the task. */
export async function splitOf(
  { files, views, reading, table, asSeen }: Whole,
  signal: AbortSignal,
): Promise<SplitChange> {
  const symbols = await symbolsOf(views, table.symbolsIn, signal);
  const read = new Set(views.flatMap(({ batch }) => batch.parts.map(({ file }) => file)));
  return {
    files: files.filter((file) => read.has(file)),
    viewsFor: (some) => withOtherSymbols(viewsOf(some, reading, table), files, symbols).map(asSeen),
    symbols,
  };
}

/** A small change has a handful of calls, so it is reviewed in parallel. `unused` says where that is not what was asked for. */
export function topologyAt(
  tier: EffortTier,
  wanted: TopologyName,
  models: number,
): { readonly topology: TopologyName; readonly unused: readonly string[] } {
  if (tier !== "low" || wanted === "parallel") return { topology: wanted, unused: [] };
  const note = `At effort low the seats review in parallel, so the topology ${wanted} was not used. With --effort standard it is.`;
  return { topology: "parallel", unused: models === 0 ? [] : [note] };
}

/** A lead and its agents need calls besides those of the batches, and so do more rounds of votes. */
export function allowedBatches(batches: number, tier: EffortTier, topology: TopologyName): number {
  const more = topology === "parallel" || batches === 0 ? 0 : batches + 1;
  return (tier === "high" ? batches * 2 : batches) + more;
}

/** Estimated tokens of diff and context a seat gets in one request; above it, answers get worse (measured on SWE-PRBench). */
const batchTokens = 24_000;

/** The batches that model seats read, each with the guidance for its files. */
export function viewsOf(
  files: readonly ChangedFile[],
  reading: (file: ChangedFile) => Reading,
  { instructions, guide }: Guidance,
): BatchView[] {
  // The diff of a symbolic link shows its target. A file without hunks is shown by its new name or mode.
  const read = files.filter(
    (file) =>
      reading(file).state === "read" && file.unreviewed === undefined && ["text", "symlink"].includes(file.kind),
  );
  const rules = instructions.map(({ paths, text }) => ({ text, applies: picomatch([...paths], { dot: true }) }));
  const batches = cutBatches(read, batchTokens);
  return batches.map((batch, position) => {
    const texts = rules
      .filter(({ applies }) => batch.parts.some(({ file }) => applies(file.path)))
      .map(({ text }) => text);
    return {
      batch,
      index: position + 1,
      of: batches.length,
      round: 1,
      instructions: [guide, ...texts].filter(Boolean).join("\n\n"),
    };
  });
}
