import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { messageOf, ReviewError } from "../../domain/errors.ts";
import type { DebateEvent } from "../../domain/events.ts";
import { ProviderError } from "../../domain/provider.ts";
import { progressLine } from "../../report/progress.ts";
import { redact, redactAll } from "../../text/redact.ts";
import { visible } from "../../text/text.ts";
import type { CallContext, McpTool } from "./tool.ts";

/**
 * The client gets a message about a running call at least this often. The protocol's clients give up after a silence.
 */
const heartbeatMs = 8_000;

/** Where progress and log lines of a call go. A client that asks for no progress gets none. */
interface Listener {
  readonly progress: ((count: number, message: string) => Promise<void>) | null;
  readonly log: (level: "info" | "warning", text: string) => Promise<void>;
}

/** Where the progress and the log lines of a request go. */
export function listenerOf({ mcpReq }: ServerContext): Listener {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    progress:
      progressToken === undefined
        ? null
        : (progress, message) =>
            mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } }),
    log: (level, text) => mcpReq.log(level, text, "pr-debate"),
  };
}

/**
 * Runs a tool and reports its progress to the client. A mistake of the caller becomes an answer with the sentence about it; anything else becomes a
 * sentence without details of this machine.
 */
export async function serveCall(
  tool: McpTool,
  given: unknown,
  call: Omit<CallContext, "emit">,
  listener: Listener,
): Promise<CallToolResult> {
  const { emit, stop } = reporting(listener, call.secrets);
  try {
    const { result, text } = await tool.run(given, { ...call, emit });
    return {
      content: [{ type: "text", text: redact(visible(text), call.secrets) }],
      structuredContent: redactAll(result, call.secrets),
    };
  } catch (error) {
    call.signal.throwIfAborted();
    return { content: [{ type: "text", text: redact(visible(sentenceOf(error)), call.secrets) }], isError: true };
  } finally {
    stop();
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ReviewError) return `${error.message} ${error.hint}`;
  if (error instanceof ProviderError) return error.message;
  return `The tool stopped because of an internal error: ${messageOf(error)} Nothing was concluded; please report it.`;
}

/** Passes events on in order. A client that has disconnected must not end the work; only its signal does. */
function reporting({ progress, log }: Listener, secrets: readonly string[]) {
  const started = performance.now();
  let count = 0;
  let last = "working";
  const send = (sending: Promise<void>): void => void sending.catch(() => undefined);
  const advance = (message: string): void => {
    if (progress === null) return;
    count += 1;
    send(progress(count, message));
  };
  const beat = setInterval(
    () => advance(`${last} (${Math.round((performance.now() - started) / 1_000)} s)`),
    heartbeatMs,
  );
  advance("started");
  return {
    emit(event: DebateEvent): void {
      const line = progressLine(event, secrets)?.trim();
      if (line === undefined) return;
      if (event.type === "stage-start") last = line;
      if (event.type === "note" || event.type === "seat-failure")
        send(log(event.type === "note" ? "info" : "warning", line));
      advance(line);
    },
    stop: (): void => clearInterval(beat),
  };
}
