import type { Change } from "../domain/change.ts";

/** Bounded: a model may write a path of any length. */
const longestPath = 10_000;

/**
 * Whether every step of a failure path that names code names some that is in the change's files. Steps are separated by arrows or lines, and
 * code is named in backticks. A step without code says nothing that could be looked up.
 */
export function isWalkable(change: Change, failurePath: string): boolean {
  const steps = failurePath.slice(0, longestPath).split(/→|->|=>|\n/u);
  const named = steps.map(codeIn).filter((codes) => codes.length > 0);
  if (named.length === 0) return true;
  const texts = change.files.flatMap(({ headText, baseText, hunks }) => [
    headText ?? "",
    baseText ?? "",
    ...hunks.flatMap(({ lines }) => lines.map(({ text }) => text)),
  ]);
  const code = texts.map(packed).join("\n");
  return named.every((codes) => codes.some((one) => code.includes(packed(one))));
}

/** What a step has in backticks and is a name or an expression, no value that a caller may send. */
function codeIn(step: string): string[] {
  return [...step.matchAll(/`([^`]{1,200})`/gu)]
    .map(([, code = ""]) => code.replace(/:\d+(-\d+)?$/u, ""))
    .filter((code) => /^[\p{L}_$][\p{L}\p{N}_$]{2,}/u.test(code.trim()));
}

function packed(text: string): string {
  return text.replace(/\s+/gu, "");
}
