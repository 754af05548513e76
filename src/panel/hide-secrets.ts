import { scannerKnowing } from "../seats/secrets/secrets.ts";

/** Replaces the secrets of these texts, and our own `keys`, in any text. */
export async function secretsHider(
  texts: readonly string[],
  keys: readonly string[],
): Promise<(text: string) => string> {
  const scanner = scannerKnowing(() => keys);
  const found = (await Promise.all(texts.map((text) => scanner.scanText(text)))).flat();
  const longestFirst = [...new Set(found.map(({ value }) => value))].sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((shown, secret) => shown.replaceAll(secret, "[secret]"), text);
}
