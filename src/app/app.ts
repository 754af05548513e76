import { once } from "node:events";
import { existsSync } from "node:fs";

/**
 * The GitHub App: runs until the signal. Settings stand in the environment or in a file `.env` here; without an App's id and key it shows the
 * page that makes one. The log goes to stderr. Throws `ReviewError` for what the operator can mend.
 */
export async function runApp(version: string, signal: AbortSignal): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { isUnconfigured, setUp } = await import("../main/app-setup.ts");
  if (isUnconfigured(process.env)) return setUp(process.env, signal);
  const { serve } = await import("../main/serve.ts");
  const server = await serve({ env: process.env, version, out: process.stderr });
  if (!signal.aborted) await Promise.race([once(signal, "abort"), server.lost]);
  await server.stop();
}
