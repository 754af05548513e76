import type { Refusal } from "../domain/snapshot.ts";
import { envelope, jsonLine } from "../prompts/shown.ts";
import type { ToolOutcome } from "./tool.ts";

/** The limits of the tools in one request to a seat. */
export interface ToolLimits {
  readonly calls: number;
  readonly bytes: number;
}

/** An answer as the model reads it. */
interface Answer {
  readonly text: string;
  readonly bytes: number;
  readonly truncated: boolean;
}

/** The answers of one request. */
export interface Ledger {
  /** The answer to the same call before. */
  known(key: string): Answer | undefined;
  /** The bytes that the next result may have. */
  room(): number;
  isSpent(): boolean;
  add(key: string, answer: Answer): void;
}

const mostBytesOfResult = 32_000;
/** The smallest useful result: with fewer bytes left, the limit counts as reached. */
const fewestBytes = 1_000;
/** The envelope and the JSON around a result. */
const wrapping = 400;

/** Counts calls and bytes. A repeated call is counted once. */
export function openLedger({ calls, bytes }: ToolLimits): Ledger {
  const answers = new Map<string, Answer>();
  let [made, used] = [0, 0];
  const room = (): number => Math.min(mostBytesOfResult, bytes - used) - wrapping;
  return {
    known: (key) => answers.get(key),
    room,
    isSpent: () => made >= calls || room() < fewestBytes,
    add(key, answer) {
      answers.set(key, answer);
      made += 1;
      used += answer.bytes;
    },
  };
}

/** The same name for equal calls, whatever the order and spacing of their arguments. */
export function callKey(tool: string, args: unknown): string {
  return `${tool} ${JSON.stringify(sortedKeys(args))}`;
}

/** Arguments without a value count as left out. */
function sortedKeys(args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  return Object.entries(args)
    .filter(([, value]) => value !== null)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** A result as untrusted data; a refusal is our own sentence, but it repeats names. */
export function answerOf(outcome: ToolOutcome | Refusal): Answer {
  const isRefused = "refused" in outcome;
  const result = isRefused ? { error: outcome.refused } : outcome.result;
  const text = envelope("lookup", jsonLine(result));
  return { text, bytes: Buffer.byteLength(text), truncated: !isRefused && outcome.truncated };
}
