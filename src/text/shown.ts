import { createHash } from "node:crypto";
import { cutCharacters, visible } from "./text.ts";

/** Replaces secrets by masks. All text that leaves the process passes through it; the path is that of the file whose text it is. */
export interface Hiding {
  hide(text: string, path?: string): string;
}

const longestSpeech = 2_000;

/** Untrusted code or prose as a model may see it: no secret, nothing invisible. */
export function shown(text: string, mask: Hiding, path?: string): string {
  return visible(mask.hide(text, path));
}

/** A path on one line. */
export function shownPath(path: string, mask: Hiding): string {
  return shown(path, mask).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** Words of another reviewer or of the author: capped, every line marked as quoted, nothing that imitates a role, a turn or our own lines (H09). */
export function speech(text: string, mask: Hiding, longest = longestSpeech): string {
  const quoted = withoutRoles(cutCharacters(shown(text, mask), longest));
  return quoted.replace(/^/gm, "> ");
}

/** Chat-template tokens and imitations of our own envelope lines, broken so that they stay readable and mean nothing. */
export function withoutRoles(text: string): string {
  return text
    .replace(/<(?=[|｜])|(?<=[|｜])>/g, "‹")
    .replace(/\[(?=\/?(?:INST|SYS)\b)/gi, "(")
    .replace(/<(?=\/?(?:system|assistant)\b)/gi, "‹")
    .replace(/<<<(?=data|end)/g, "‹‹‹");
}

/** JSON on one line: whatever could break a line or be invisible is a JSON escape, so it reads back as it was. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu,
    (character) => [...units(character)].map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join(""),
  );
}

function* units(text: string): Generator<number> {
  for (let index = 0; index < text.length; index++) yield text.charCodeAt(index);
}

/**
 * Wraps untrusted text as data. The closing line carries a nonce that does not occur in the content, so no content can close its own
 * envelope (H05); it derives from the content, so that the same request is the same bytes. `kind` is always a word of ours.
 */
export function envelope(kind: string, content: string, digest = sha256): string {
  let nonce = digest(content);
  for (let counter = 1; content.includes(nonce); counter++) nonce = digest(`${counter}\n${content}`);
  return `<<<data ${nonce} ${kind}>>>\n${content}\n<<<end ${nonce}>>>`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * Fills `{{name}}` in a template, once: a value is never read as a template. Throws when the template names a variable that is not
 * given, and when a given one is not used: both are mistakes in the prompt files, never in the reviewed change.
 */
export function render(template: string, variables: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const text = template.trim().replace(/\{\{([^{}]*)\}\}/g, (_placeholder, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) throw new Error(`a prompt names the variable {{${name}}}, which it is not given`);
    used.add(name);
    return value;
  });
  const unused = Object.keys(variables).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`a prompt does not use the variable ${unused.join(", ")}`);
  return text;
}

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
