import { createHash } from "node:crypto";
import type { Secret } from "../domain/ports.ts";

/** Swaps secrets for placeholders and back. `hide` guards everything that leaves the process; `reveal` lets the gate find quoted code. */
export interface Mask {
  hide(text: string): string;
  reveal(text: string): string;
}

/** Placeholders depend on the secret alone, so an unchanged batch stays byte-equal; four hex digits tell secrets apart and give nothing away. */
export function maskOf(secrets: readonly (Partial<Secret> & Pick<Secret, "kind" | "value">)[]): Mask {
  const placeholders = new Map<string, string>();
  for (const { value, kind } of [...secrets].sort((a, b) => b.value.length - a.value.length)) {
    const digest = createHash("sha256").update(value).digest("hex").slice(0, 4);
    for (const line of value.split("\n").filter((part) => part.trim().length >= 6))
      placeholders.set(line, `[secret ${kind} ${digest}]`);
  }
  return {
    hide: (text) =>
      [...placeholders].reduce((hidden, [value, placeholder]) => hidden.replaceAll(value, () => placeholder), text),
    reveal: (text) =>
      [...placeholders].reduce((shown, [value, placeholder]) => shown.replaceAll(placeholder, () => value), text),
  };
}
