import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, readFile, readlink, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { ChangedFile } from "../../domain/change.ts";
import { isMediaFormat } from "../../domain/file-formats.ts";
import type { Contents } from "../../domain/ports.ts";
import { type FileText, maxTextBytes, readText } from "./blobs.ts";

/**
 * The sources of texts. `blobs` gives git objects by name. `baseCommit` has the unchanged version of a file for which
 * the diff names no blob (a pure rename); null if unknown. A head side that is not an object is read below `root`:
 * `verified` takes it only if it hashes to the diff's blob, `trusted` also takes other text, for a caller that checks
 * it against the hunks.
 */
interface ContentSource {
  readonly root: string;
  readonly baseCommit: string | null;
  readonly disk: "verified" | "trusted";
  readonly blobs: (names: Iterable<string>) => Promise<ReadonlyMap<string, FileText>>;
}

/**
 * Whole texts of both sides, by path, or why a side has none. A side is left out if it is missing, or not the one of the diff.
 * What git calls binary may be a text with a byte order mark, so it is read too; pictures are not.
 */
export async function readContents(
  files: readonly ChangedFile[],
  source: ContentSource,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Contents>> {
  const readable = files.filter(
    ({ kind, path }) => kind !== "submodule" && (kind !== "binary" || !isMediaFormat(path)),
  );
  const names = readable.map((file) => ({
    file,
    base: file.status === "added" ? "" : objectName(file.baseBlob, file, source),
    head: file.status === "removed" ? "" : objectName(file.headBlob, file, source),
  }));
  const texts = await source.blobs(names.flatMap(({ base, head }) => [base, head]));
  const contents = new Map<string, Contents>();
  for (const { file, ...name } of names) {
    signal.throwIfAborted();
    const base = file.status === "added" ? null : texts.get(name.base);
    const head = file.status === "removed" ? null : (texts.get(name.head) ?? (await textOnDisk(file, source)));
    contents.set(file.path, { ...sideOf("base", base), ...sideOf("head", head) });
  }
  return contents;
}

function sideOf(side: "base" | "head", read: FileText | null | undefined): Contents {
  if (read === undefined) return {};
  if (read === null) return { [side]: null };
  if ("why" in read) return { [`${side}Lack`]: read };
  return { [side]: read.text, ...(read.marked && { decoded: true }) };
}

/** A name for `cat-file`, or "". The blob may come from an untrusted diff, so only hexadecimal digits pass. */
function objectName(blob: string | undefined, file: ChangedFile, source: ContentSource): string {
  if (blob !== undefined) return /^(?!0+$)[0-9a-f]{4,64}$/.test(blob) ? blob : "";
  return source.baseCommit === null ? "" : `${source.baseCommit}:${file.previousPath ?? file.path}`;
}

async function textOnDisk(file: ChangedFile, source: ContentSource): Promise<FileText | undefined> {
  const bytes = await readInside(source.root, file.path);
  if (bytes === null) return largeOnDisk(file, source);
  const seen = asGitSees(bytes, file.headBlob ?? "") ?? (mayTrust(file, source) ? bytes : null);
  return seen === null ? undefined : readText(seen);
}

/** Text is checked against the hunks; a diff without hunks proves nothing about it. */
function mayTrust({ kind }: ChangedFile, { disk }: ContentSource): boolean {
  return disk === "trusted" && kind !== "binary";
}

/** Only the size is said of a large file, so it need not be the one of the diff. */
async function largeOnDisk({ path }: ChangedFile, { root }: ContentSource): Promise<FileText | undefined> {
  const found = await lookInside(root, path);
  const isLarge = found?.stats.isFile() === true && found.stats.size > maxTextBytes;
  return isLarge ? { why: "large", bytes: found.stats.size } : undefined;
}

/**
 * The bytes with this blob name: those on disk, or the same with LF for CRLF (`core.autocrlf`); null if neither
 * matches.
 */
function asGitSees(bytes: Buffer, blob: string): Buffer | null {
  if (blob === "") return null;
  const converted = Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return [bytes, converted].find((candidate) => blobName(candidate, blob.length).startsWith(blob)) ?? null;
}

function blobName(bytes: Buffer, length: number): string {
  return createHash(length === 64 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}

/** A file below `root`, or null where there is none of a readable size. */
export async function readInside(root: string, path: string): Promise<Buffer | null> {
  const found = await lookInside(root, path);
  if (found === null) return null;
  const { file, stats } = found;
  try {
    if (stats.isSymbolicLink()) return await readlink(file, { encoding: "buffer" });
    return stats.isFile() && stats.size <= maxTextBytes ? await readFile(file) : null;
  } catch {
    // Unreadable: the caller continues with the base and the hunks.
    return null;
  }
}

/** What is at a path below `root`, or null. Paths come from a diff: none leaves `root`, enters a `.git` folder, or follows a link. */
async function lookInside(root: string, path: string): Promise<{ file: string; stats: Stats } | null> {
  const parts = path.split(/[/\\]/);
  const outside = parts.some((part) => part === "" || part === "." || part === ".." || /^(?:\.git|git~1)$/i.test(part));
  // On Windows a colon names a drive or a stream of a file.
  if (outside || path.includes("\0") || (sep === "\\" && path.includes(":"))) return null;
  const file = join(root, path);
  try {
    const folder = await realpath(dirname(file));
    if (folder !== join(await realpath(root), dirname(path))) return null;
    return { file, stats: await lstat(file) };
  } catch {
    return null;
  }
}
