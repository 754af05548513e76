import { type DestinationStream, type Logger, pino } from "pino";
import { redactAll } from "../text/text.ts";

/** Fields first, then a sentence. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/** Writes JSON lines. Each line is redacted as a whole, so no key, token or webhook secret is in it (H77). */
export function openLog(
  level: string,
  secrets: () => readonly string[],
  out: { write: (line: string) => unknown },
): Logger {
  const stream: DestinationStream = { write: (line) => void out.write(redactAll(line, secrets())) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
