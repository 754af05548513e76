const encoder = new TextEncoder();
// A name may begin with U+FEFF; without `ignoreBOM` the decoder would drop it and name another file.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const simpleEscapes = new Map(Object.entries({ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 }));

/**
 * The name that git wrote, plain or C-quoted (`"a/\346\270\254.ts"`, git's quote.c): escapes are bytes, bytes are UTF-8.
 * `undefined` when it cannot be told: an escape out of range (`\400`), a broken quote, bytes that are not UTF-8.
 */
export function decodeName(raw: string): string | undefined {
  // Unescaped U+FFFD is what an earlier decoder left of broken bytes: the real name is lost.
  if (raw.includes("\uFFFD")) return undefined;
  if (!raw.startsWith('"')) return raw;
  if (endOfQuoted(raw) !== raw.length) return undefined;
  return decodeEscapes(raw.slice(1, -1));
}

/** The index after the closing quote of the quoted name at the start of `raw`; -1 when it is never closed. */
export function endOfQuoted(raw: string): number {
  for (let index = 1; index < raw.length; index += 1) {
    if (raw[index] === '"') return index + 1;
    if (raw[index] === "\\") index += 1;
  }
  return -1;
}

function decodeEscapes(body: string): string | undefined {
  const bytes: number[] = [];
  let index = 0;
  while (index < body.length) {
    if (body[index] === "\\") {
      const simple = simpleEscapes.get(body.charAt(index + 1));
      const octal = body.slice(index + 1, index + 4);
      if (simple === undefined && !/^[0-3][0-7]{2}$/.test(octal)) return undefined;
      bytes.push(simple ?? Number.parseInt(octal, 8));
      index += simple === undefined ? 4 : 2;
    } else {
      const stop = indexOrEnd(body, "\\", index);
      for (const byte of encoder.encode(body.slice(index, stop))) bytes.push(byte);
      index = stop;
    }
  }
  return decodeBytes(bytes);
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index === -1 ? text.length : index;
}

function decodeBytes(bytes: readonly number[]): string | undefined {
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
