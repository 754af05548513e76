/** A file's bytes as text. `marked`: a byte order mark named the encoding, so that git and GitHub may call the file binary. */
export type Decoded = { readonly text: string; readonly marked?: true } | { readonly why: "binary" | "encoding" };

type Marked = readonly [mark: readonly number[], decode: (bytes: Uint8Array) => string | null];

/** UTF-32 comes first: the mark of its little-endian form begins with that of UTF-16. */
const marks: readonly Marked[] = [
  [[0xff, 0xfe, 0, 0], (bytes) => utf32(bytes, true)],
  [[0, 0, 0xfe, 0xff], (bytes) => utf32(bytes, false)],
  [[0xff, 0xfe], (bytes) => utf16(bytes, "utf-16le")],
  [[0xfe, 0xff], (bytes) => utf16(bytes, "utf-16be")],
];

/** As git decides: a NUL in this many bytes makes a file binary. */
const searched = 8_000;

/** UTF-16 and UTF-32 by their marks, else UTF-8 as git shows it: other bytes become U+FFFD. */
export function decode(bytes: Uint8Array): Decoded {
  const named = marks.filter(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  for (const [, decoded] of named) {
    const text = decoded(bytes);
    // A text holds no NUL, so such a file only begins like one.
    if (text !== null) return text.includes("\0") ? { why: "binary" } : { text, marked: true };
  }
  if (named.length > 0) return { why: "encoding" };
  if (bytes.subarray(0, searched).includes(0)) return { why: "binary" };
  return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8") };
}

function utf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function utf32(bytes: Uint8Array, isLittle: boolean): string | null {
  if (bytes.length % 4 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters: string[] = [];
  for (let at = 4; at < bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    characters.push(String.fromCodePoint(point));
  }
  return characters.join("");
}
