import { createHash } from "node:crypto";
import { messageOf } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import { keepTrace, tidyTraces } from "../local/traces.ts";
import type { Settings } from "../settings/settings.ts";
import { redactAll, secretsIn } from "../text/redact.ts";
import type { CallRecord } from "../vendors/calls/record.ts";
import { exportSpans } from "./telemetry.ts";

interface Traced {
  readonly kind: string;
  readonly startedAt: string;
  readonly finishedAt: string;
}

interface TracingOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly emit: Emit;
  /** Whether calls are kept in `.debate/traces`. */
  readonly keepsTraces?: boolean | undefined;
}

/** Records all calls of a run, and keeps them when it ends. A failure to keep or export them is a note, never an error. */
export interface Tracing {
  readonly onCall: (call: CallRecord) => void;
  /** The settings of the run decide what is kept; without them nothing is. */
  readonly useSettings: (settings: Settings) => void;
  /** Writes the trace of a run that asked a model and ended with a result, and exports its spans. */
  readonly end: (result: Traced) => Promise<void>;
}

export function tracingOf({ directory, env, emit, keepsTraces = false }: TracingOptions): Tracing {
  const calls: CallRecord[] = [];
  let trace: Settings["trace"] | null = null;
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      emit({ type: "note", text: `${what}: ${messageOf(error)}` });
    }
  };
  return {
    onCall: (call) => void calls.push(call),
    useSettings: (settings) => {
      trace = settings.trace;
    },
    async end(result) {
      const wanted = trace;
      if (keepsTraces && calls.length > 0 && wanted !== null && wanted.detail !== "off")
        await attempt("The trace could not be kept in .debate/traces", async () => {
          const name = `${result.kind}-${result.finishedAt.replaceAll(/[:.]/g, "-")}`;
          const lines = redactAll(linesOf(result, calls, wanted.detail), secretsIn(env));
          await keepTrace(directory, name, new Date(result.finishedAt), lines);
          const ages = { compressAfterDays: wanted["compress-after-days"], keepDays: wanted["keep-days"] };
          await tidyTraces(directory, new Date(result.finishedAt), ages);
        });
      await attempt("The spans could not be exported", () => exportSpans(result, calls, env));
    },
  };
}

/** The calls in their order, then the result, which names what the review's own file holds. */
function linesOf(
  { kind, startedAt, finishedAt }: Traced,
  calls: readonly CallRecord[],
  detail: Settings["trace"]["detail"],
): string[] {
  const shown = calls.map(({ request, reply, startedAt: begun, ms, ...call }) => {
    const hash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
    const about = { type: "call", at: new Date(begun).toISOString(), ms: Math.round(ms), ...call, request: hash };
    return detail === "full" ? { ...about, texts: { ...request, reply } } : about;
  });
  const of = `${kind}-${finishedAt.replaceAll(/[:.]/g, "-")}.json`;
  return [...shown, { type: "end", version: 1, kind, of, startedAt, finishedAt }].map((line) => JSON.stringify(line));
}
