import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type McpOptions, mcpServers } from "./server.ts";

/** Serves one client over standard input and output, until the input ends or the signal aborts. All calls stop then. */
export async function serveOverStdio(options: McpOptions, signal: AbortSignal): Promise<void> {
  const handle = serveStdio(mcpServers(options));
  const { promise: over, resolve } = Promise.withResolvers<void>();
  process.stdin.once("end", resolve).once("close", resolve);
  // A client that is gone leaves a pipe without a reader.
  process.stdout.on("error", () => resolve());
  if (signal.aborted) resolve();
  signal.addEventListener("abort", () => resolve(), { once: true });
  await over;
  await handle.close();
}
