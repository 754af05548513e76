import type { Lack } from "../../domain/change.ts";
import { type Decoded, decode } from "../../text/decode.ts";
import { gitFailure } from "./errors.ts";
import { type GitPlace, runGit } from "./git.ts";

/** A larger file is left out of the contents. The caller reports it. */
export const maxTextBytes = 1024 * 1024;

/** A file as text, or why it has none. */
export type FileText = Extract<Decoded, { readonly text: string }> | Lack;

export function readText(bytes: Buffer): FileText {
  if (bytes.length > maxTextBytes) return { why: "large", bytes: bytes.length };
  const read = decode(bytes);
  return "why" in read ? { ...read, bytes: bytes.length } : read;
}

/** The text of a file, or null if it is not a text or over `maxTextBytes`. */
export function textOf(bytes: Buffer): string | null {
  const read = readText(bytes);
  return "why" in read ? null : read.text;
}

/** The texts of git objects by the requested name. Missing and ambiguous names, other objects and what is no text are left out. */
export async function readBlobs(
  place: GitPlace,
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const read = await readObjects(place, names, signal);
  return new Map([...read].flatMap(([name, file]) => ("why" in file ? [] : [[name, file.text]])));
}

/** The same with the reason for each file without text. Names are a blob's (abbreviated) sha, or `commit:path`. One `git cat-file` reads them all. */
export async function readObjects(
  place: GitPlace,
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FileText>> {
  const asked = [...new Set(names)].filter((name) => name !== "" && !/[\0\n]/.test(name));
  const texts = new Map<string, FileText>();
  if (asked.length === 0) return texts;
  const add = (index: number, file: FileText): void => {
    const name = asked[index];
    if (name !== undefined) texts.set(name, file);
  };
  const read = batchReader(
    (index, bytes) => add(index, readText(bytes)),
    (index, bytes) => add(index, { why: "large", bytes }),
  );
  const input = `${asked.join("\n")}\n`;
  const { exitCode, stderr } = await runGit(place, ["cat-file", "--batch", "--buffer"], {
    signal,
    input,
    onOutput: read,
  });
  if (exitCode !== 0) throw gitFailure("cat-file", stderr, place.directory);
  return texts;
}

/**
 * Reads the output of `git cat-file --batch` in chunks of any size: per object `<sha> <type> <size>`, its bytes and a
 * line break, or one line that ends in `missing` or `ambiguous`. The bytes of an object over the limit are skipped and
 * never held; `onLarge` gets their number.
 */
export function batchReader(
  onBlob: (index: number, bytes: Buffer) => void,
  onLarge: (index: number, bytes: number) => void = () => undefined,
): (chunk: Buffer) => void {
  let index = -1;
  let header = "";
  let body: { left: number; kept: Buffer[] | null } | null = null;

  function readHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(0x0a);
    header += chunk.toString("latin1", 0, end === -1 ? chunk.length : end);
    if (end === -1) return Buffer.alloc(0);
    index += 1;
    const { type, size } = /^[0-9a-f]+ (?<type>[a-z]+) (?<size>\d+)$/.exec(header)?.groups ?? {};
    header = "";
    if (size !== undefined) body = { left: Number(size) + 1, kept: keep(type, Number(size)) ? [] : null };
    if (type === "blob" && body?.kept === null) onLarge(index, Number(size));
    return chunk.subarray(end + 1);
  }

  function readBody(chunk: Buffer, open: { left: number; kept: Buffer[] | null }): Buffer {
    const part = chunk.subarray(0, open.left);
    open.kept?.push(part);
    open.left -= part.length;
    if (open.left === 0) {
      body = null;
      if (open.kept !== null) onBlob(index, Buffer.concat(open.kept).subarray(0, -1));
    }
    return chunk.subarray(part.length);
  }

  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) rest = body === null ? readHeader(rest) : readBody(rest, body);
  };
}

function keep(type: string | undefined, size: number): boolean {
  return type === "blob" && size <= maxTextBytes;
}
