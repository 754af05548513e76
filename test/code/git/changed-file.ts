import type { ChangedFile } from "../../../src/domain/change.ts";

/** A modified text file without hunks; the fields given replace its own. */
export function changedFile(fields: Partial<ChangedFile> & { path: string }): ChangedFile {
  return { status: "modified", kind: "text", hunks: [], ...fields };
}
