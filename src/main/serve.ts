import { appTokens } from "../github/app-tokens.ts";
import { readServerConfig } from "../server/config.ts";
import type { RunningServer } from "../server/server.ts";
import { openLog } from "../server/telemetry.ts";
import { keysIn } from "../vendors/environment.ts";
import { appPorts } from "./app-ports.ts";

/** Starts the App as the environment says. Throws `ReviewError` for what the operator can mend. */
export async function serve({
  env,
  version,
  out,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Where the log goes, line by line. */
  readonly out: { readonly write: (line: string) => unknown };
}): Promise<RunningServer> {
  const config = readServerConfig(env);
  const tokens = appTokens(config);
  const secrets = [...keysIn(env), ...config.webhookSecrets, config.privateKey];
  const log = openLog(config.logLevel, () => [...secrets, ...tokens.issued()], out);
  return startServer(config, appPorts({ config, env, version, tokens, log }), log);
}
