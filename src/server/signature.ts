import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether GitHub signed these very bytes with one of the secrets (`X-Hub-Signature-256`, GitHub docs "Validating webhook deliveries"). Every
 * secret is tried, each in constant time, so that the answer's time tells nothing.
 */
export function isSigned(body: Uint8Array, header: string | undefined, secrets: readonly string[]): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(header ?? "")?.[1];
  const claimed = Buffer.from(given ?? "0".repeat(64), "hex");
  const matches = secrets.map((secret) => timingSafeEqual(claimed, createHmac("sha256", secret).update(body).digest()));
  return given !== undefined && matches.includes(true);
}
