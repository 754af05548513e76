import type { GitPlace } from "../git/git.ts";
import { runGit } from "../git/git.ts";

/** The end of a git command. `stopped` says who ended it early, if anybody did. */
interface Ending {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly stopped: "reader" | "time" | null;
}

interface RecordOptions {
  readonly separator: "\0" | "\n";
  readonly milliseconds: number;
  /** Takes one record without its separator. Returning false stops git, because no more output is needed. */
  readonly onRecord: (record: Buffer) => boolean;
}

/** A longer record is cut: its rest is dropped. */
const longestRecord = 2 * 1024 * 1024;

/** Runs git and reads its output record by record, so that an endless output fills no memory and a slow git is ended. */
export async function gitRecords(
  place: GitPlace,
  parameters: readonly string[],
  { separator, milliseconds, onRecord }: RecordOptions,
  signal: AbortSignal,
): Promise<Ending> {
  const enough = new AbortController();
  const time = AbortSignal.timeout(milliseconds);
  const read = recordReader(separator, (record) => {
    if (!enough.signal.aborted && !onRecord(record)) enough.abort();
  });
  try {
    const all = AbortSignal.any([signal, enough.signal, time]);
    const { exitCode, stderr } = await runGit(place, parameters, { signal: all, onOutput: read });
    return { exitCode, stderr, stopped: enough.signal.aborted ? "reader" : null };
  } catch (error) {
    signal.throwIfAborted();
    if (enough.signal.aborted) return { exitCode: null, stderr: "", stopped: "reader" };
    if (time.aborted) return { exitCode: null, stderr: "", stopped: "time" };
    throw error;
  }
}

function recordReader(separator: string, onRecord: (record: Buffer) => void): (chunk: Buffer) => void {
  const code = separator.charCodeAt(0);
  let kept: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer): void => {
    if (size < longestRecord) kept.push(part.subarray(0, longestRecord - size));
    size += part.length;
  };
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(code); end !== -1; end = chunk.indexOf(code, from)) {
      keep(chunk.subarray(from, end));
      onRecord(kept.length === 1 && kept[0] !== undefined ? kept[0] : Buffer.concat(kept));
      kept = [];
      size = 0;
      from = end + 1;
    }
    keep(chunk.subarray(from));
  };
}
