import type { Mask } from "../../code/anchor/mask.ts";
import { anchorMasked } from "../../code/anchor/masked-anchor.ts";
import { statedFiles } from "../../code/anchor/stated-files.ts";
import type { Change } from "../../domain/change.ts";
import type { Evidence } from "../../domain/debate.ts";
import type { DebateCitation } from "../../domain/discussion/answers.ts";
import type { Snapshot, TreeSide } from "../../domain/snapshot.ts";
import { cutCharacters } from "../../text/text.ts";

/** Looks quotes up in the repository. Returns each with whether it exists; a quote that does not exist supports nothing. */
export type LookUp = (evidence: readonly Evidence[], signal: AbortSignal) => Promise<DebateCitation[]>;

/** Of one claim or argument. No reader would read more. */
const mostCitations = 5;
const longestQuote = 1_000;
/** The most files that one debate reads, however many its seats cite. */
const mostFiles = 400;

/** Quotes are looked up in the files as they are now, then in those of the base: an argument may cite code that the work removes. */
export function citationsIn(snapshots: Readonly<Record<TreeSide, Snapshot>> | null, mask: Mask): LookUp {
  if (snapshots === null)
    return async (evidence) => limited(evidence).map((one) => lost(one, "there is no repository to look it up in"));
  const sides = [fileIn(snapshots.head, mask), fileIn(snapshots.base, mask)];
  return (evidence, signal) =>
    Promise.all(
      limited(evidence).map(async (one) => {
        const missing: string[] = [];
        for (const side of sides) {
          const found = await side(one, signal);
          if ("place" in found) return { ...withLine(one, found.place.startLine), found: true };
          missing.push(found.missing);
        }
        return lost(one, missing[0] ?? "it was not found");
      }),
    );
}

function limited(evidence: readonly Evidence[]): Evidence[] {
  return evidence.slice(0, mostCitations);
}

function lost(evidence: Evidence, because: string): DebateCitation {
  return { ...shortened(evidence), found: false, because };
}

function withLine(evidence: Evidence, line: number): Evidence {
  return { ...shortened(evidence), line };
}

function shortened({ quote, ...rest }: Evidence): Evidence {
  return { ...rest, quote: cutCharacters(quote, longestQuote) };
}

const noChange: Change = {
  ...{ repo: null, number: null, mergeBase: null, files: [] },
  base: { ref: "", sha: "" },
  head: { ref: "", sha: "" },
};

function fileIn(snapshot: Snapshot, mask: Mask) {
  const files = statedFiles(snapshot, mostFiles);
  const anchor = anchorMasked(noChange, mask, files.fileAt);
  return async ({ path, line, quote }: Evidence, signal: AbortSignal) => {
    await files.read([path], signal);
    return files.fileAt(path) === undefined ? { missing: "no such text file" } : anchor({ path, quote, line });
  };
}
