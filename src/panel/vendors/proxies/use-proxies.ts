import type { VendorEnvironment } from "../vendor.ts";
import { proxiesIn } from "./proxy.ts";

/**
 * From now on every `fetch` of this process goes through the proxies of the environment, as git and curl do: Node's own ignores them. For the
 * programs only: who uses the SDK decides for their own process.
 */
export async function useProxies(env: VendorEnvironment): Promise<void> {
  const found = proxiesIn(env);
  if (found === null) return;
  // Loads Node's HTTP client, which most reviews do not need.
  const { sendThroughProxies } = await import("./send-through-proxies.ts");
  sendThroughProxies(env, found.text);
}
