const encoder = new TextEncoder();
/** Generous for prose with paths in it, blanks included. */
const charactersPerWord = 12;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Text of at most `maxBytes` UTF-8 bytes, the note included; what was cut off ends between two characters as a reader sees them. */
export function cut(text: string, maxBytes: number, note = " … (cut)"): string {
  if (byteLength(text) <= maxBytes) return text;
  const ending = byteLength(note) <= maxBytes ? note : "";
  const room = new Uint8Array(Math.max(0, maxBytes - byteLength(ending)));
  return startOf(text, encoder.encodeInto(text, room).read) + ending;
}

/** As `cut`, for limits in characters: counted in UTF-16 units, which is never fewer than anyone else counts. */
export function cutCharacters(text: string, maxCharacters: number, note = " … (cut)"): string {
  if (text.length <= maxCharacters) return text;
  const ending = note.length <= maxCharacters ? note : "";
  return startOf(text, Math.max(0, maxCharacters - ending.length)) + ending;
}

/**
 * As `cutCharacters`, but before the last blank that fits: of half a token no scanner knows that it is one, so half a word never stays, and of
 * a single endless word nothing. A key block whose end is cut off goes from its beginning.
 */
export function cutAtBlank(text: string, maxCharacters: number, note = " …"): string {
  if (text.length <= maxCharacters) return text;
  const ending = note.length <= maxCharacters ? note : "";
  const room = Math.max(0, maxCharacters - ending.length);
  const words = text.slice(0, Math.max(0, text.slice(0, room + 1).search(/\s\S*$/)));
  return (beforeTornBlock(words).trimEnd() + ending).trimStart();
}

/** What stands before a block that begins and does not end (PEM, RFC 7468). */
function beforeTornBlock(text: string): string {
  const last = [...text.matchAll(/-----END [A-Z0-9 ]{0,60}-----/g)].at(-1);
  const begun = text.indexOf("-----BEGIN", last === undefined ? 0 : last.index + last[0].length);
  return begun === -1 ? text : text.slice(0, begun);
}

/** Text as PostgreSQL keeps it: well-formed, without U+0000. What it does not keep becomes U+FFFD, for without it a text might say something else. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}

/** Text of at most `maxWords` words, the note included, for limits that people and models are told. */
export function cutWords(text: string, maxWords: number, note = " … (cut)"): string {
  if (countWords(text) <= maxWords) return text;
  const kept = Math.max(0, maxWords - countWords(note));
  const last = [...text.matchAll(/\S+/g)][kept];
  const start = text.slice(0, last?.index ?? text.length).trimEnd();
  return cutCharacters(start, kept * charactersPerWord, "") + note;
}

/** Words as blanks part them; where none do (one endless word, scripts without blanks) characters count. */
export function countWords(text: string): number {
  return Math.max(text.match(/\S+/g)?.length ?? 0, Math.ceil(text.length / charactersPerWord));
}

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The first `units` units or fewer: never half of a surrogate pair, nor a letter without its marks. */
function startOf(text: string, units: number): string {
  return text.slice(0, graphemes.segment(text).containing(units)?.index ?? units);
}

/** "1 file", "3 files"; `many` where the plural has no plain s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
