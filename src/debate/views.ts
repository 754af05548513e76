import picomatch from "picomatch";
import { cutBatches } from "../diff/batch.ts";
import type { Reading } from "../diff/triage.ts";
import type { BatchView } from "../domain/answers.ts";
import type { ChangedFile } from "../domain/change.ts";

/** Maintainers' wishes for some paths, and the repository's own guide (AGENTS.md), both from the base revision. */
export interface Guidance {
  readonly instructions: readonly { readonly paths: readonly string[]; readonly text: string }[];
  readonly guide: string;
}

/** Estimated tokens of diff and context a seat gets in one request; above it answers get worse, not better (evidence: SWE-PRBench). */
const batchTokens = 24_000;

/** The batches that model seats read, each with the guidance for its files. */
export function viewsOf(
  files: readonly ChangedFile[],
  reading: (file: ChangedFile) => Reading,
  { instructions, guide }: Guidance,
): BatchView[] {
  // Of a symbolic link the diff shows the name it points to. A file without hunks is shown by what happened to it: a new name, another mode.
  const read = files.filter(
    (file) =>
      reading(file).state === "read" && file.unreviewed === undefined && ["text", "symlink"].includes(file.kind),
  );
  const wishes = instructions.map(({ paths, text }) => ({ text, applies: picomatch([...paths], { dot: true }) }));
  const batches = cutBatches(read, batchTokens);
  return batches.map((batch, position) => {
    const texts = wishes
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
