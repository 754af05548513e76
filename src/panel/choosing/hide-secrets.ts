import { maskOf } from "../../code/anchor/mask.ts";
import type { Hide } from "../../domain/snapshot.ts";
import { scannerKnowing } from "../secrets/secrets.ts";

/** Hides the secrets of these texts, and our own `keys`, in any text. */
export async function secretsHider(texts: readonly string[], keys: readonly string[]): Promise<Hide> {
  const scanner = scannerKnowing(() => keys);
  return maskOf((await Promise.all(texts.map((text) => scanner.scanText(text)))).flat()).hide;
}
