import type { Reading } from "../diff/triage.ts";
import type { ChangedFile } from "../domain/change.ts";
import type { Failure } from "../domain/debate.ts";
import type { Coverage, FileCoverage } from "../domain/review.ts";

/**
 * What was read of each file. A file is complete when every seat that had to read it did, or when the base configuration took it out;
 * an unreadable diff or a failed scan is never complete.
 */
export function coverageOf(
  files: readonly ChangedFile[],
  reading: (file: ChangedFile) => Reading,
  failures: readonly (Failure & { path?: string })[],
): Coverage {
  const everywhere = failures.filter(({ path, step }) => path === undefined && step === "propose");
  const covered = files.map((file) =>
    coverFile(file, reading(file), [...everywhere, ...failures.filter(({ path }) => path === file.path)]),
  );
  return { complete: covered.every(({ state }) => state === "full" || state === "excluded"), files: covered };
}

function coverFile(file: ChangedFile, reading: Reading, failures: readonly Failure[]): FileCoverage {
  const { path } = file;
  if (reading.state === "excluded") return { path, state: "excluded", reason: reading.reason };
  if (file.unreviewed !== undefined) return { path, state: "unreviewed", reason: file.unreviewed };
  if (file.kind === "submodule")
    return { path, state: "excluded", reason: "submodule: only its commit id is part of this change" };
  if (failures.length > 0)
    return { path, state: "partial", reason: failures.map(({ seat, reason }) => `${seat}: ${reason}`).join("; ") };
  const remark = remarkOf(file, reading);
  return { path, state: "full", ...(remark === null ? {} : { reason: remark }) };
}

/** What a reader should know of a file that counts as read. */
function remarkOf(file: ChangedFile, reading: Reading): string | null {
  if (reading.state === "rules-only") return reading.reason;
  if (file.kind === "symlink") return "symbolic link: only its target's name was read";
  if (file.hunks.length === 0) return `${file.status} without a change of text`;
  return file.headText === undefined ? "only the diff's own lines were read: the whole file could not be had" : null;
}
