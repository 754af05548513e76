import { cutCharacters, visible } from "../text/text.ts";

/** Replaces secrets by placeholders: the half of the mask that everything leaving the process goes through. */
export interface Hiding {
  hide(text: string): string;
}

const longestSpeech = 2_000;

/** Untrusted code or prose as a model may see it: no secret, nothing invisible. */
export function shown(text: string, mask: Hiding): string {
  return visible(mask.hide(text));
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
