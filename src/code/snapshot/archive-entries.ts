import type { extract, Header } from "tar-stream";
import type { SnapshotLimits } from "./limits.ts";
import { oddPath } from "./paths.ts";
import { overLimit } from "./tree-entries.ts";

/** A file or link of an archive that belongs in the tree. */
interface ArchiveFile {
  readonly path: string;
  readonly mode: "100644" | "100755" | "120000";
  readonly bytes: Buffer;
}

/** Collects the files that an archive leaves out. */
export interface OmittedEntries {
  /** Paths of the tree, with the end of a sentence that says why. */
  readonly refused: Map<string, string>;
  /** Notes about the archive. */
  readonly notes: Set<string>;
  /** The archive is larger than the limits: its rest is not read. */
  isCut: boolean;
}

const mostRefused = 10_000;

/**
 * The files of a tar archive that are safe to take, one after the other. All others are named in `leftOut`. The first
 * folder of a path is the archive's own. Stops at the limit of files.
 */
export async function* archiveFiles(
  archive: ReturnType<typeof extract>,
  limits: SnapshotLimits,
  leftOut: OmittedEntries,
): AsyncGenerator<ArchiveFile> {
  let files = 0;
  for await (const entry of archive) {
    if (files >= limits.files || leftOut.refused.size >= mostRefused) {
      leftOut.isCut = true;
      leftOut.notes.add(`Only the first ${files} files of the archive are read: it has too many.`);
      return;
    }
    const path = inTree(entry.header.name);
    const why = path === null ? null : reasonAgainst(path, entry.header, limits);
    if (path !== null && why === null) {
      files += 1;
      yield fileOf(path, entry.header, await bytesOf(entry), leftOut);
    } else {
      if (path !== null) leftOut.refused.set(path.slice(0, 2_000), why ?? "");
      entry.resume();
    }
  }
}

async function bytesOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of entry) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts);
}

/** The path without the archive's own folder; null for that folder and other folders. An absolute name stays one. */
function inTree(name: string): string | null {
  if (name.endsWith("/")) return null;
  return name.startsWith("/") || !name.includes("/") ? name : name.slice(name.indexOf("/") + 1);
}

const kinds: Readonly<Record<string, string>> = {
  link: "it is a hard link",
  "character-device": "it is a device",
  "block-device": "it is a device",
  fifo: "it is a pipe",
};

/** The end of a sentence that says why an entry is not taken; null if it is. */
function reasonAgainst(path: string, { name, type, size }: Header, limits: SnapshotLimits): string | null {
  const odd = oddPath(path) ?? (name.split("/").includes("..") ? "leads out of the tree" : null);
  if (odd !== null) return `its name ${odd}`;
  if (type === "symlink") return null;
  if (type !== "file" && type !== "contiguous-file") return kinds[type] ?? "it is not a regular file";
  return size > limits.fileBytes ? overLimit(limits) : null;
}

function fileOf(path: string, { type, mode, linkname }: Header, bytes: Buffer, { notes }: OmittedEntries): ArchiveFile {
  // The link is kept as text, so that the tree knows it as a link. It is never created on disk.
  if (type === "symlink") return { path, mode: "120000", bytes: Buffer.from(linkname) };
  if (/(?:^|\/)\.gitattributes$/.test(path) && /export-(?:ignore|subst)/.test(bytes.toString("latin1")))
    notes.add("A .gitattributes keeps files out of the archive, or changes their text (export-ignore, export-subst).");
  return { path, mode: (mode & 0o111) === 0 ? "100644" : "100755", bytes };
}
