import { gitFailure } from "./errors.ts";
import { type GitPlace, runGit } from "./git.ts";

/** A larger file is left out of the contents. The caller reports it. */
export const maxTextBytes = 1024 * 1024;

/**
 * The text of a file, or null if it is binary (a NUL in the first 8000 bytes, as git decides) or over `maxTextBytes`.
 */
export function textOf(bytes: Buffer): string | null {
  return bytes.length > maxTextBytes || bytes.subarray(0, 8000).includes(0) ? null : bytes.toString("utf8");
}

/**
 * The texts of git objects by the requested name: a blob's (abbreviated) sha, or `commit:path`. One `git cat-file`
 * reads them all. Missing and ambiguous names, other objects and binaries are left out.
 */
export async function readBlobs(
  place: GitPlace,
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(names)].filter((name) => name !== "" && !/[\0\n]/.test(name));
  const texts = new Map<string, string>();
  if (asked.length === 0) return texts;
  const read = batchReader((index, bytes) => {
    const text = textOf(bytes);
    const name = asked[index];
    if (text !== null && name !== undefined) texts.set(name, text);
  });
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
 * never held.
 */
export function batchReader(onBlob: (index: number, bytes: Buffer) => void): (chunk: Buffer) => void {
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
