import type { ChangedFile } from "../domain/change.ts";

/**
 * One entry per path. Git writes a change of type (file to symlink or back) as a deletion and a creation: they become one modified file.
 * Any other repetition (several commits in one text) has no single base, so the file is unreviewed.
 */
export function joinByPath(files: readonly ChangedFile[]): ChangedFile[] {
  const byPath = new Map<string, ChangedFile>();
  for (const file of files) {
    const earlier = byPath.get(file.path);
    byPath.set(file.path, earlier === undefined ? file : join(earlier, file));
  }
  return [...byPath.values()];
}

function join(earlier: ChangedFile, later: ChangedFile): ChangedFile {
  const readable = earlier.unreviewed === undefined && later.unreviewed === undefined;
  if (readable && isTypeChange(earlier, later)) return joinTypeChange(earlier, later);
  return {
    ...later,
    hunks: [],
    unreviewed: later.unreviewed ?? earlier.unreviewed ?? "the diff names this file twice",
  };
}

function isTypeChange(earlier: ChangedFile, later: ChangedFile): boolean {
  const type = (mode: string | undefined) => mode?.slice(0, -3);
  return earlier.status === "removed" && later.status === "added" && type(earlier.baseMode) !== type(later.headMode);
}

function joinTypeChange(removed: ChangedFile, added: ChangedFile): ChangedFile {
  const kind = removed.kind === "binary" ? "binary" : added.kind;
  const [base] = removed.hunks;
  const [head] = added.hunks;
  const hunk = {
    baseStart: base?.baseStart ?? 0,
    baseLength: base?.baseLength ?? 0,
    headStart: head?.headStart ?? 0,
    headLength: head?.headLength ?? 0,
    section: "",
    lines: [...(base?.lines ?? []), ...(head?.lines ?? [])],
  };
  return {
    ...added,
    status: "modified",
    kind,
    ...(removed.baseMode !== undefined && { baseMode: removed.baseMode }),
    ...(removed.baseBlob !== undefined && { baseBlob: removed.baseBlob }),
    hunks: kind === "binary" || hunk.lines.length === 0 ? [] : [hunk],
  };
}
