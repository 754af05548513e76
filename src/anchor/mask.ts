import { createHash } from "node:crypto";
import type { Secret } from "../domain/ports.ts";
import { secretsForModels } from "../text/secret-shapes.ts";

/**
 * Swaps secrets for placeholders and back. `hide` guards everything that leaves the process. `reveal` lets the gate
 * find quoted code.
 */
export interface Mask {
  hide(text: string): string;
  reveal(text: string): string;
}

/** A shorter part of a secret is too common to swap. */
const shortest = 6;

/**
 * Hides the values found in the change everywhere, and every other secret-shaped text in its place. Placeholders depend
 * on the hidden text alone, so an unchanged batch stays byte-equal. Each line of a secret has its own placeholder, long
 * enough that an author cannot produce two equal ones.
 */
export function maskOf(secrets: readonly (Partial<Secret> & Pick<Secret, "kind" | "value">)[]): Mask {
  const everywhere = new Map<string, string>();
  const placeholders = new Map<string, string>();
  for (const { value, kind, isOnlyHere } of [...secrets].sort((a, b) => b.value.length - a.value.length)) {
    for (const line of telling(value)) {
      // A value that was found twice keeps its first name.
      const placeholder = placeholders.get(line) ?? placeholderOf(kind, line);
      placeholders.set(line, placeholder);
      if (isOnlyHere !== true) everywhere.set(line, placeholder);
    }
  }
  const findValues = valueFinder([...everywhere.keys()]);
  const hideShapes = (text: string): string => {
    let hidden = "";
    let from = 0;
    for (const { kind, start, end } of secretsForModels(text).sort((a, b) => a.start - b.start)) {
      if (start < from) continue;
      const value = text.slice(start, end);
      const placeholder = placeholders.get(value) ?? placeholderOf(kind, value);
      placeholders.set(value, placeholder);
      hidden += text.slice(from, start) + placeholder;
      from = end;
    }
    return hidden + text.slice(from);
  };
  return {
    hide: (text) =>
      hideShapes(
        findValues(text).reduce((hidden, value) => hidden.replaceAll(value, () => everywhere.get(value) ?? ""), text),
      ),
    reveal: (text) =>
      text.includes("[secret ")
        ? [...placeholders].reduce((shown, [value, placeholder]) => shown.replaceAll(placeholder, () => value), text)
        : text,
  };
}

/**
 * Letters only. Next to a word like `token`, letters and digits would have the shape of a secret and be hidden again.
 */
function placeholderOf(kind: string, hidden: string): string {
  const digest = createHash("sha256").update(hidden).digest().subarray(0, 8);
  const letters = [...digest].flatMap((byte) => [byte >> 4, byte & 15]).map((nibble) => "abcdefghijklmnop"[nibble]);
  return `[secret ${kind.replaceAll(" ", "-")} ${letters.join("")}]`;
}

/**
 * The lines of a value that identify it. Between the first and the last line of a key there may be code, which must
 * stay visible.
 */
function telling(value: string): string[] {
  const lines = value.split("\n").filter((line) => line.trim().length >= shortest);
  return lines.length < 2
    ? lines
    : lines.filter((line) => /-----|^[^A-Za-z0-9+/=]*[A-Za-z0-9+/=]{16,}[^A-Za-z0-9+/=]*$/.test(line));
}

/**
 * The values that occur in a text, in the given order. Linear in the text for any number of values: a change may hold
 * thousands (H63).
 */
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
