import { ownSpans } from "./own-values.ts";
import { mayHoldSecret, shapes, spansOf } from "./secret-shapes.ts";

const kinds = ["secret", ...shapes.map(({ kind }) => kind)];
const placeholder = new RegExp(`(\\[redacted (?:${kinds.join("|")})\\])`);
const shortest = 6;

const longestWord = 12;

/**
 * Whether a value can be taken out of texts. Endpoints that want no key are given a word ("ollama", "lm-studio"), which protects nothing and
 * stands in paths and prose.
 */
export function isTelling(secret: string): boolean {
  return secret.length >= shortest && !(secret.length < longestWord && /^[a-z]+(?:[-_ ][a-z]+)*$/i.test(secret));
}

/**
 * Replaces secrets by `[redacted <kind>]`: the given values (those of `isTelling`, in every form they travel in) and whatever has the shape of a
 * secret. Applying it twice changes nothing more.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const values = secrets.filter(isTelling);
  return settled(text, (given) => {
    const rest = withoutOwn(given, values);
    return mayHoldSecret(rest) ? shapes.reduce(withoutShape, rest) : rest;
  });
}

/** Only the given values, whatever else looks like a secret: for texts that must stay as they are otherwise. */
export function redactValues(text: string, secrets: readonly string[]): string {
  const values = secrets.filter(isTelling);
  return settled(text, (given) => withoutOwn(given, values));
}

/** `redact` on every string of plain data, keys excepted. */
export function redactAll<Data>(data: Data, secrets: readonly string[]): Data {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === "string" ? redact(value, secrets) : value,
  );
}

/** A replaced neighbour can free the start of another secret, so a second look may find more; each look replaces something or is the last. */
function settled(text: string, once: (text: string) => string): string {
  let before = text;
  let after = once(before);
  while (after !== before) {
    before = after;
    after = once(before);
  }
  return after;
}

function withoutOwn(text: string, values: readonly string[]): string {
  if (values.length === 0) return text;
  return outside(text, (part) => replaced(part, ownSpans(part, values), "secret"));
}

function withoutShape(text: string, shape: (typeof shapes)[number]): string {
  return outside(text, (part) => replaced(part, spansOf(shape, part), shape.kind));
}

/** Spans that overlap or touch are one. */
function replaced(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
  kind: string,
): string {
  let written = "";
  let from = 0;
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    if (start >= from) written += `${text.slice(from, start)}[redacted ${kind}]`;
    from = Math.max(from, end);
  }
  return written + text.slice(from);
}

/** Works on what stands between placeholders, so that a secret named "redacted" cannot eat its own placeholder. */
function outside(text: string, change: (part: string) => string): string {
  return text
    .split(placeholder)
    .map((part, index) => (index % 2 === 1 || part.length < shortest ? part : change(part)))
    .join("");
}
