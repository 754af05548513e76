import { createHash } from "node:crypto";

/** A new order that depends on the seed alone (Fisher–Yates): different seats see different orders, a replay sees the same one. */
export function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const rest = [...items];
  const draw = numbersFrom(seed);
  const result: Item[] = [];
  while (rest.length > 0) result.push(...rest.splice(draw() % rest.length, 1));
  return result;
}

/** Whole numbers of 48 bits, from sha256 over the seed's sha256 and a counter. */
function numbersFrom(seed: string): () => number {
  const start = createHash("sha256").update(seed).digest("hex");
  let counter = 0;
  return () => createHash("sha256").update(`${start} ${counter++}`).digest().readUIntBE(0, 6);
}
