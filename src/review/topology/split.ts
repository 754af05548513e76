import type { Reading } from "../../diff/triage.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { TopologyName } from "../../domain/known-names.ts";
import type { EffortTier } from "../../domain/review.ts";
import type { BatchView } from "../../domain/views.ts";
import type { SplitChange } from "../debate-state.ts";
import { symbolsOf, withOtherSymbols } from "../elsewhere.ts";
import { viewsOf } from "../propose/propose.ts";
import type { ReviewSetup } from "../setup.ts";

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
