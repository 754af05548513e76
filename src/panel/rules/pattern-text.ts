/** A regular expression as the engine compiles it. */
export interface PatternText {
  readonly source: string;
  readonly flags: string;
}

/** Strings of JavaScript, joined: `"a" + 'b'`, `["a", "b"].join("|")`, or a name with exactly one such value. */
const literal = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\$]|\\[\s\S])*`/y;
const name = /[A-Za-z_$][\w$]*/y;
const blanks = /(?:\s|\/\/[^\n]*\n)*/y;
const mostNames = 20;

/** The text that begins with the value of a name; null unless the name gets exactly one value. */
export type Initial = (name: string) => string | null;

export function valuesIn(source: string): Initial {
  const values = new Map<string, number>();
  const twice = new Set<string>();
  for (const found of source.matchAll(/(?<![\w$.])(?<word>[A-Za-z_$][\w$]*)\s*(?<sum>[+]?)=(?![=>])/g)) {
    const word = found.groups?.["word"] ?? "";
    if (values.has(word) || found.groups?.["sum"] === "+") twice.add(word);
    values.set(word, found.index + found[0].length);
  }
  for (const word of twice) values.delete(word);
  return (word) => {
    const start = values.get(word);
    return start === undefined ? null : source.slice(start);
  };
}

/**
 * The pattern of a regular expression literal, or of `RegExp("…")` with constant arguments. `code` is its text,
 * `initial` the text that begins with the value of a name. Null if it is not constant, as far as reading can show.
 */
export function patternText(code: string, initial: Initial): PatternText | null {
  const written = /^\/(?<pattern>.*)\/(?<flags>[a-z]*)$/s.exec(code)?.groups;
  if (written !== undefined) return { source: written["pattern"] ?? "", flags: written["flags"] ?? "" };
  const reader = new Reader(code, initial, mostNames);
  if (reader.take(/(?:new\s+)?RegExp\s*\(/y) === null) return null;
  const pattern = reader.text();
  if (pattern === null) return null;
  if (reader.take(/,/y) === null) return reader.take(/\)/y) === null ? null : { source: pattern, flags: "" };
  // Flags chosen at run time change little: an expression that backtracks does so with any of them.
  return { source: pattern, flags: reader.text() ?? "" };
}

/** Reads constant text from `code`. Names count against `names`, so that a text which refers to itself ends. */
class Reader {
  private at = 0;
  private readonly code: string;
  private readonly initial: Initial;
  private names: number;

  constructor(code: string, initial: Initial, names: number) {
    this.code = code;
    this.initial = initial;
    this.names = names;
  }

  take(token: RegExp): string | null {
    blanks.lastIndex = this.at;
    const start = this.at + (blanks.exec(this.code)?.[0].length ?? 0);
    token.lastIndex = start;
    const found = token.exec(this.code)?.[0];
    if (found === undefined) return null;
    this.at = start + found.length;
    return found;
  }

  /** A sum of constants. */
  text(): string | null {
    let whole = this.part();
    while (whole !== null && this.take(/\+(?!\+)/y) !== null) {
      const next = this.part();
      whole = next === null ? null : whole + next;
    }
    return whole;
  }

  private part(): string | null {
    const string = this.take(literal);
    if (string !== null) return unescaped(string.slice(1, -1));
    if (this.take(/\[/y) !== null) return this.joined();
    const word = this.take(name);
    return word === null ? null : this.named(word);
  }

  private joined(): string | null {
    const parts: string[] = [];
    while (this.take(/\]/y) === null) {
      const part = this.text();
      if (part === null) return null;
      parts.push(part);
      if (this.take(/,/y) === null && this.take(/(?=\])/y) === null) return null;
    }
    if (this.take(/\.\s*join\s*\(/y) === null) return null;
    const separator = this.take(/(?=\))/y) === null ? this.text() : ",";
    return separator === null || this.take(/\)/y) === null ? null : parts.join(separator);
  }

  /** The value that the file gives the name, if it does so once. */
  private named(word: string): string | null {
    if (--this.names < 0 || this.take(/(?=[.([])/y) !== null) return null;
    const value = this.initial(word);
    if (value === null) return null;
    const reader = new Reader(value, this.initial, this.names);
    return reader.ended(reader.text());
  }

  private ended(text: string | null): string | null {
    return this.take(/[;,)}\n]|$|(?=\b(?:const|let|var|function|return|if|module|export)\b)/y) === null ? null : text;
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", v: "\v", f: "\f", 0: "\0" };

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:u\{(?<point>[\da-f]{1,6})\}|u(?<unit>[\da-f]{4})|x(?<byte>[\da-f]{2})|(?<end>\r?\n)|(?<other>[\s\S]))/gi,
    (_all, point?: string, unit?: string, byte?: string, end?: string, other?: string) => {
      const code = point ?? unit ?? byte;
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff));
      return end === undefined ? (escapes[other ?? ""] ?? other ?? "") : "";
    },
  );
}
