import { isUtf8 } from "node:buffer";
import { batchReader } from "../local/blobs.ts";
import { gitFailure } from "../local/errors.ts";
import { type GitPlace, runGit } from "../local/git.ts";

type Waiting = {
  readonly blob: string;
  readonly resolve: (bytes: Buffer | null) => void;
  readonly reject: (error: unknown) => void;
};

/** The number of blobs, of at most 1 MB each, that are in memory at once. */
const mostAtOnce = 32;
const batchMs = 60_000;

/** Reads blobs by name. Calls at the same time share one `git cat-file`. Null if the object is missing. */
export function blobReader(place: GitPlace): (blob: string) => Promise<Buffer | null> {
  let waiting: Waiting[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    // Calls made in this turn of the event loop can join.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      await readBatch(place, batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    isRunning = false;
  };
  return (blob) =>
    new Promise((resolve, reject) => {
      waiting.push({ blob, resolve, reject });
      if (!isRunning) void run();
    });
}

async function readBatch(place: GitPlace, batch: readonly Waiting[]): Promise<void> {
  const found = new Map<number, Buffer>();
  const { exitCode, stderr } = await runGit(place, ["cat-file", "--batch", "--buffer"], {
    signal: AbortSignal.timeout(batchMs),
    input: `${batch.map(({ blob }) => blob).join("\n")}\n`,
    onOutput: batchReader((index, bytes) => found.set(index, bytes)),
  });
  if (exitCode !== 0) throw gitFailure("cat-file", stderr, place.directory);
  for (const [index, { resolve }] of batch.entries()) resolve(found.get(index) ?? null);
}

/** The text of a file, or why it has none. git calls a file binary if there is a NUL in its first 8000 bytes. */
export function textOrReason(bytes: Buffer): { readonly text: string } | { readonly why: string } {
  if (bytes.subarray(0, 8_000).includes(0)) return { why: "is binary" };
  return isUtf8(bytes) ? { text: bytes.toString("utf8") } : { why: "is not UTF-8" };
}
