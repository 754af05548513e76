import { z } from "zod";

/**
 * An object whose keys may be spelled otherwise: `failure_path`, `failure-path` and `FailurePath` are all `failurePath`. Where several are
 * given, our own spelling goes first, unless nothing is in it. Keys that the shape does not have are ignored.
 */
export function inAnySpelling<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodPreprocess<z.ZodObject<Shape, z.core.$strip>> {
  const known = new Map(Object.keys(shape).map((key) => [lettersOf(key), key]));
  return z.preprocess((given) => respelled(given, known), z.object(shape));
}

/** The texts in a field, in their order: models give a list of lines, or of steps, where one text is asked for. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** One text is kept as it is; of several, each is a line. */
export function linesIn(value: unknown): string {
  const texts = textsIn(value);
  return typeof value === "string" ? value : texts.map((text) => text.replace(/\r?\n$/, "")).join("\n");
}

export function stepsIn(value: unknown): string {
  return textsIn(value)
    .map((step) => step.trim())
    .filter((step) => step !== "")
    .join(" → ");
}

/** A list, or a lone object for a list of one; anything else counts as an empty list. */
export function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === "object" && value !== null ? [value] : [];
}

function respelled(given: unknown, known: ReadonlyMap<string, string>): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const key = known.get(lettersOf(name));
    if (key === undefined) continue;
    const isBetter = name === key ? !isNone(value) : isNone(values.get(key));
    if (isBetter || !values.has(key)) values.set(key, value);
  }
  return Object.fromEntries(values);
}

function lettersOf(key: string): string {
  return key.replace(/[\s_-]+/g, "").toLowerCase();
}

function isNone(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
