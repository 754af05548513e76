import { wordOverlap } from "../anchor/same-finding.ts";

/** Are two steps the same? The same phase, and titles that are equal or share more than half of their words. A title without a word matches nothing. */
export function sameStep(
  a: { readonly phase: string; readonly title: string },
  b: { readonly phase: string; readonly title: string },
): boolean {
  return (
    phaseKey(a.phase) === phaseKey(b.phase) && (sameTitle(a.title, b.title) || wordOverlap(a.title, b.title) > 0.5)
  );
}

export function sameTitle(a: string, b: string): boolean {
  return plainWords(a) !== "" && plainWords(a) === plainWords(b);
}

/** "Phase 2: Build it" and "2. build it" are one phase; a phase of nothing but a number keeps it. */
export function phaseKey(phase: string): string {
  const words = plainWords(phase);
  return words.replace(/^(?:phase |step |stage )?\d+ (?=\S)/, "");
}

export function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
