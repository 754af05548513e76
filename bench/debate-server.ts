import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import { type ModelCall, startModelServer } from "../test/support/model-server.ts";
import { answer } from "./debate-script.ts";

/** One request as the bench counts it; lengths are characters. `prefix` tells equal beginnings apart. */
export interface LoggedCall {
  readonly seat: string;
  readonly stage: string;
  readonly round: number;
  readonly prefix: string;
  readonly prefixLength: number;
  readonly taskLength: number;
  readonly replyLength: number;
  /** The folders whose code the batch shows. */
  readonly parts: readonly string[];
}

export type ServerMessage =
  | { readonly type: "listening"; readonly url: string; readonly openAiUrl: string }
  | { readonly type: "calls"; readonly calls: readonly LoggedCall[] };

/** The stand-ins in a process of their own: `node debate-server.ts LATENCY_MS`. Any message asks for the calls since the last one. */
// Node hangs up on connections that are idle for 5 s, which vendors do not; on a busy machine that would measure Node's server, not us.
subscribe("http.server.request.start", (message) => {
  if (typeof message !== "object" || message === null || !("server" in message)) return;
  if (message.server instanceof Server) message.server.keepAliveTimeout = 120_000;
});

const latencyMs = Number(process.argv[2]);
let calls: LoggedCall[] = [];
const server = await startModelServer(
  async (call) => {
    const reply = await answer(call);
    calls.push(logged(call, typeof reply === "string" ? reply : JSON.stringify(reply)));
    return reply;
  },
  { latencyMs },
);
process.on("message", () => {
  send({ type: "calls", calls });
  calls = [];
});
process.on("disconnect", () => process.exit());
send({ type: "listening", url: server.url, openAiUrl: server.openAiUrl });

function logged({ seat, stage, round, system, batch, task }: ModelCall, reply: string): LoggedCall {
  return {
    seat,
    stage,
    round,
    prefix: batch === "" ? "" : `${seat}\n${system}\n${batch}`,
    prefixLength: system.length + batch.length,
    taskLength: task.length,
    replyLength: reply.length,
    parts: [...new Set(batch.match(/\bpart\d+\//g))],
  };
}

function send(message: ServerMessage): void {
  process.send?.(message);
}
