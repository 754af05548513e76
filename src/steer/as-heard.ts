import { createHash } from "node:crypto";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Decisions } from "../domain/decisions.ts";
import type { Finding } from "../domain/finding.ts";

type Files = Pick<Change, "files">;

/**
 * A finding's file at the head as a digest of its name and of every byte, of the text itself and not of what is shown to seats. Undefined where
 * its text is not known, or it is no part of the change. In full, for whoever writes the file could make two that share a part of it.
 */
export function fileDigest(change: Files, path: string): string | undefined {
  const file = fileOf(change, path);
  if (file?.headText === undefined) return undefined;
  const { path: name, headBlob = null, headText } = file;
  const blob = headText === null ? null : headBlob;
  return createHash("sha256")
    .update(JSON.stringify([name, blob, headText]))
    .digest("hex");
}

/** The findings that their author had withdrawn, and whose file in this change is the one that the hearing read. */
export function asHeardIn(change: Files, findings: readonly Finding[], { dismissals }: Decisions): string[] {
  return findings
    .filter(({ id, path }) => {
      const file = dismissals.find(({ finding }) => finding === id)?.heardOn?.file;
      return file !== undefined && file === fileDigest(change, path);
    })
    .map(({ id }) => id);
}

/** What a finding says of deleted lines may name the file as it was called before. */
function fileOf({ files }: Files, path: string): ChangedFile | undefined {
  return files.find((one) => one.path === path) ?? files.find(({ previousPath }) => previousPath === path);
}
