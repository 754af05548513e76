import { scannerKnowing } from "../seats/secrets/secrets.ts";
import { keysIn } from "../vendors/environment.ts";
import type { VendorEnvironment } from "../vendors/vendor.ts";

/** Replaces the secrets of these texts, and our own keys, in any text. */
export async function secretsHider(
  texts: readonly string[],
  env: VendorEnvironment,
): Promise<(text: string) => string> {
  const scanner = scannerKnowing(() => keysIn(env));
  const found = (await Promise.all(texts.map((text) => scanner.scanText(text)))).flat();
  const longestFirst = [...new Set(found.map(({ value }) => value))].sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((shown, secret) => shown.replaceAll(secret, "[secret]"), text);
}
