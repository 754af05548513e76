import { createHash } from "node:crypto";
import type { Secret } from "../domain/ports.ts";

/** Swaps secrets for placeholders and back. `hide` guards everything that leaves the process; `reveal` lets the gate find quoted code. */
export interface Mask {
  hide(text: string): string;
  reveal(text: string): string;
}

/** A shorter part of a secret is too common to be swapped. */
const shortest = 6;

/** Placeholders depend on the secret alone, so an unchanged batch stays byte-equal; four hex digits tell secrets apart and give nothing away. */
export function maskOf(secrets: readonly (Partial<Secret> & Pick<Secret, "kind" | "value">)[]): Mask {
  const placeholders = new Map<string, string>();
  for (const { value, kind } of [...secrets].sort((a, b) => b.value.length - a.value.length)) {
    const digest = createHash("sha256").update(value).digest("hex").slice(0, 4);
    for (const line of value.split("\n").filter((part) => part.trim().length >= shortest))
      placeholders.set(line, `[secret ${kind} ${digest}]`);
  }
  const findValues = valueFinder([...placeholders.keys()]);
  return {
    hide: (text) =>
      findValues(text).reduce((hidden, value) => hidden.replaceAll(value, () => placeholders.get(value) ?? ""), text),
    reveal: (text) =>
      text.includes("[secret ")
        ? [...placeholders].reduce((shown, [value, placeholder]) => shown.replaceAll(placeholder, () => value), text)
        : text,
  };
}

/** The values that stand in a text, in the order given. Linear in the text, however many values there are: a change may hold thousands (H63). */
function valueFinder(values: readonly string[]): (text: string) => string[] {
  const byStart = Map.groupBy(values.entries(), ([, value]) => value.slice(0, shortest));
  return (text) => {
    if (byStart.size === 0) return [];
    const present = new Map<number, string>();
    for (let at = 0; at + shortest <= text.length; at++) {
      for (const [index, value] of byStart.get(text.slice(at, at + shortest)) ?? []) {
        if (text.startsWith(value, at)) present.set(index, value);
      }
    }
    return [...present].sort(([a], [b]) => a - b).map(([, value]) => value);
  };
}
