const encoder = new TextEncoder();
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

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The first `units` units or fewer: never half of a surrogate pair, nor a letter without its marks. */
function startOf(text: string, units: number): string {
  return text.slice(0, graphemes.segment(text).containing(units)?.index ?? units);
}
