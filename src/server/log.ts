import { type DestinationStream, type Logger, pino } from "pino";
import { redactAll } from "../text/text.ts";

/** Fields first, then a sentence. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/** JSON lines. Whatever they say, keys, tokens and webhook secrets are not in them: each line is redacted as a whole (H77). */
export function openLog(
  level: string,
  secrets: () => readonly string[],
  out: { write: (line: string) => unknown },
): Log {
  const stream: DestinationStream = { write: (line) => void out.write(redactAll(line, secrets())) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
