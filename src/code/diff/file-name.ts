// Default and mnemonic prefixes (diff.mnemonicPrefix: commit, index, object, work tree; 1 and 2 without a repository), both ways round.
const prefixPairs = new Set([
  "a/b/",
  "c/i/",
  "c/w/",
  "i/w/",
  "o/w/",
  "1/2/",
  "b/a/",
  "i/c/",
  "w/c/",
  "w/i/",
  "w/o/",
  "2/1/",
]);

/** A file's names as its header lines write them, after the word: `diff --git`, `rename from`, `rename to`, `---`, `+++`. */
export interface WrittenNames {
  readonly header?: string;
  readonly from?: string;
  readonly to?: string;
  readonly minus?: string;
  readonly plus?: string;
}

/** With a `problem`, `path` is the text as written and not a path of the repository. */
export interface FileNames {
  readonly path: string;
  readonly previousPath?: string;
  readonly problem?: string;
}

/**
 * Reads a file's path from its header lines. Rename and copy lines have no prefix and win, then `---` and `+++`. The
 * `diff --git` line alone is used only if both halves are one name. An unclear name is a problem, never a guess.
 */
export function nameFile(written: WrittenNames): FileNames {
  const moved = written.from !== undefined || written.to !== undefined;
  const names = moved ? namesOfMove(written) : namesOfSides(written);
  if (names !== undefined) return names;
  const stated = [written.to, written.plus, written.minus, written.header].find((name) => !isAbsent(name));
  return { path: stated ?? "", problem: "the file name cannot be read (quoting, encoding or unknown prefixes)" };
}

/** The line is missing or says `/dev/null`: the file does not exist on that side. */
export function isAbsent(side: string | undefined): boolean {
  return side === undefined || decodeSide(side) === "/dev/null";
}

function namesOfMove({ from, to, minus, plus }: WrittenNames): FileNames | undefined {
  if (from === undefined || to === undefined) return undefined;
  const previousPath = decodeName(from);
  const path = decodeName(to);
  if (previousPath === undefined || path === undefined) return undefined;
  const agreed = agrees(minus ?? from, previousPath) && agrees(plus ?? to, path);
  return agreed ? { path, previousPath } : undefined;
}

function agrees(side: string, name: string): boolean {
  const decoded = decodeSide(side);
  return decoded === name || decoded?.endsWith(`/${name}`) === true;
}

function namesOfSides({ header, minus, plus }: WrittenNames): FileNames | undefined {
  const base = minus === undefined || isAbsent(minus) ? null : decodeSide(minus);
  const head = plus === undefined || isAbsent(plus) ? null : decodeSide(plus);
  if (base === undefined || head === undefined) return undefined;
  const halves = header === undefined ? undefined : splitHeader(header);
  if (halves !== undefined) {
    return [null, halves.base].includes(base) && [null, halves.head].includes(head) ? { path: halves.name } : undefined;
  }
  if (base !== null && head !== null) return namesOfBoth(base, head, header === undefined);
  return namesOfOne(base, head);
}

function namesOfOne(base: string | null, head: string | null): FileNames | undefined {
  const [only, prefix] = head === null ? [base, "a/"] : [head, "b/"];
  if (only === null) return undefined;
  return { path: only.startsWith(prefix) ? only.slice(2) : only };
}

/**
 * The halves of `a/<name> b/<name>`, as written and without prefix. Only if both name the same file, so that ` b/` in a
 * name cannot mislead.
 */
function splitHeader(header: string): { base: string; head: string; name: string } | undefined {
  const middle = header.startsWith('"') ? endOfQuoted(header) : (header.length - 1) / 2;
  if (header[middle] !== " ") return undefined;
  const base = decodeName(header.slice(0, middle));
  const head = decodeName(header.slice(middle + 1));
  if (base === undefined || head === undefined) return undefined;
  const name = commonName(base, head);
  return name === undefined ? undefined : { base, head, name };
}

function namesOfBoth(base: string, head: string, plain: boolean): FileNames | undefined {
  const name = commonName(base, head);
  if (name !== undefined) return { path: name };
  // Git writes two different names only with rename or copy lines; `diff -u old new` has no such lines.
  if (!plain) return undefined;
  return arePrefixes(base, head)
    ? { path: head.slice(2), previousPath: base.slice(2) }
    : { path: head, previousPath: base };
}

function commonName(base: string, head: string): string | undefined {
  if (base === head) return base;
  return arePrefixes(base, head) && base.slice(2) === head.slice(2) ? base.slice(2) : undefined;
}

function arePrefixes(base: string, head: string): boolean {
  return prefixPairs.has(base.slice(0, 2) + head.slice(0, 2));
}

/** The name on a `---` or `+++` line: a TAB ends it (git adds one after a name with a blank, `diff -u` a time). */
function decodeSide(side: string): string | undefined {
  const end = side.startsWith('"') ? endOfQuoted(side) : side.indexOf("\t");
  if (end === -1) return side.startsWith('"') ? undefined : decodeName(side);
  return side.length === end || side[end] === "\t" ? decodeName(side.slice(0, end)) : undefined;
}

const encoder = new TextEncoder();
// A name may begin with U+FEFF; without `ignoreBOM` the decoder would drop it and name another file.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const simpleEscapes = new Map(Object.entries({ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 }));

/**
 * The name that git wrote, plain or C-quoted (`"a/\346\270\254.ts"`, git's quote.c): escapes are bytes, bytes are
 * UTF-8. `undefined` for an escape out of range (`\400`), a broken quote, or bytes that are not UTF-8.
 */
export function decodeName(raw: string): string | undefined {
  // An unescaped U+FFFD means that an earlier decoder met broken bytes: the real name is lost.
  if (raw.includes("\uFFFD")) return undefined;
  if (!raw.startsWith('"')) return raw;
  if (endOfQuoted(raw) !== raw.length) return undefined;
  return decodeEscapes(raw.slice(1, -1));
}

/** The index after the closing quote of the quoted name at the start of `raw`; -1 if it is never closed. */
function endOfQuoted(raw: string): number {
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
