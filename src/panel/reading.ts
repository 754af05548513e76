import type { Mask } from "../anchor/mask.ts";
import type { BatchView } from "../domain/answers.ts";
import type { View } from "../domain/known-names.ts";
import type { Lookup, Trees } from "../domain/snapshot.ts";
import { sliceText } from "../prompts/slice.ts";
import type { LlmOptions } from "../stages/stage.ts";
import { findSymbol } from "../symbols/find-symbol.ts";
import { symbolReader } from "../symbols/read-symbols.ts";
import { sliceFor } from "../symbols/slice.ts";
import { openTools } from "../tools/open-tools.ts";
import { symbolGrammars } from "./assets.ts";

/** How the model seats of one review read the repository besides the change. */
export interface RepositoryReading {
  /** What a seat reads, by its view. */
  readonly optionsFor: (seat: string, view: View, mask: Mask) => Pick<LlmOptions, "openTools" | "sliceOf">;
  /** Every call of a tool so far, in an order that does not depend on how fast seats are. */
  readonly lookups: () => readonly Lookup[];
}

/** In a hearing, every seat may look things up. Before it, only seats with the view `tools`. */
const hearingStages = ["refute", "defend", "judge"];
const toolStages: Readonly<Record<View, readonly string[]>> = {
  diff: hearingStages,
  slice: hearingStages,
  tools: ["propose", "ballot", ...hearingStages],
};

export function readingOf(
  { snapshots, history }: Trees,
  limits: { readonly calls: number; readonly bytes: number },
): RepositoryReading {
  const symbolsOf = symbolReader(symbolGrammars);
  const lookups: Lookup[] = [];
  const slices = new Map<BatchView["batch"], ReturnType<typeof sliceFor>>();
  const sources = {
    snapshots,
    history,
    symbols: (name: string, side: keyof typeof snapshots, signal: AbortSignal) =>
      findSymbol(snapshots[side], symbolsOf, name, signal),
  };
  return {
    optionsFor: (seat, view, mask) => ({
      openTools: (stage) =>
        toolStages[view].includes(stage)
          ? openTools(sources, limits, mask.hide, { seat, stage, add: (lookup) => lookups.push(lookup) })
          : null,
      sliceOf: async ({ batch }, isRefused, signal) => {
        if (view === "diff" || (view === "tools" && !isRefused)) return "";
        const slice = slices.get(batch) ?? sliceFor(batch.parts, { ...snapshots, symbolsOf }, signal);
        slices.set(batch, slice);
        const { pieces, notes } = await slice;
        return sliceText(pieces, notes, mask);
      },
    }),
    lookups: () => lookups.toSorted((one, other) => compare(keyOf(one), keyOf(other))),
  };
}

function keyOf({ seat, stage, tool, args }: Lookup): string {
  return JSON.stringify([seat, stage, tool, args]);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
