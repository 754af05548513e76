import { once } from "node:events";
import { resolve } from "node:path";
import { ReviewError } from "../domain/errors.ts";
import { quoted } from "../domain/known-names.ts";
import { exitCodes } from "../verdict/conclusion.ts";
import type { CommandContext, CommandInput } from "./command-line.ts";

/** `mcp`: serves until the client is gone or a signal comes. Standard output belongs to the protocol. */
export async function mcpCommand(
  { text }: CommandInput<"http" | "repo" | "sampling-timeout">,
  { env, signal }: CommandContext,
): Promise<number> {
  const directory = resolve(text("repo") ?? ".");
  const options = { env, directory, readsRoots: true, samplingMs: readSeconds(text("sampling-timeout")) };
  const http = text("http");
  if (http === undefined) {
    const { serveOverStdio } = await import("../mcp/stdio.ts");
    await serveOverStdio(options, signal);
    return exitCodes.passing;
  }
  const { readAddress, serveOverHttp } = await import("../mcp/http.ts");
  const address = readAddress(http);
  const server = await serveOverHttp(options, address);
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : address.port;
  process.stderr.write(`PR Debate serves MCP at http://${address.host}:${port}/mcp\n`);
  if (!signal.aborted) await once(signal, "abort");
  server.closeAllConnections();
  server.close();
  return exitCodes.passing;
}

function readSeconds(given = "240"): number {
  const seconds = Number(given);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600) return seconds * 1_000;
  throw new ReviewError(`--sampling-timeout is ${quoted(given)}.`, "Write whole seconds from 1 to 3600.");
}
