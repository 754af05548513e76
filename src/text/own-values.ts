import { html } from "./text.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text with parts removed or decoded, piece by piece. */
interface View {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/**
 * `at` is where the piece begins in the view. A piece that `stands` is an unchanged stretch of the text; any other
 * piece replaces it.
 */
interface Piece extends Span {
  readonly at: number;
  readonly stands: boolean;
}

/** A shorter value could match prose once everything around its signs is removed. */
const longEnough = 16;

/** Separators between the parts of a value that was broken over lines or string literals. */
const seams = /\\[nrt]|[\s"'`\\+,>|]+/g;

/**
 * Finds values in a text in every form that a log, a header or a program gives them: plain, JSON-, HTML- or
 * URL-encoded, in Base64 at any offset, in hexadecimal, and each of these broken over lines or into string literals.
 */
export function ownSpans(text: string, values: readonly string[]): Span[] {
  const plain = values.flatMap((value) => formsOf(value).flatMap((form) => occurrences(text, form)));
  const long = values.filter(({ length }) => length >= longEnough);
  if (long.length === 0 || text.length < longEnough) return plain;
  const joined = viewOf(text, seams, () => "");
  const decoded = viewOf(text, /%[0-9a-f]{2}|\\u00[0-9a-f]{2}|&#x[0-9a-f]{2};/gi, (match) =>
    String.fromCharCode(Number.parseInt(/[0-9a-f]{2}(?=;?$)/i.exec(match)?.[0] ?? "", 16)),
  );
  const hex = viewOf(text, /0x|\\u00|\\x|&#x|[^0-9a-f]+/gi, () => "");
  return [
    ...plain,
    ...long.flatMap((value) => [
      // A value with several lines is searched line by line.
      ...formsOf(value).flatMap((form) => (/\n|\\n/.test(form) ? [] : inView(joined, form.replaceAll(seams, "")))),
      ...inView(decoded, value),
      ...inView({ ...hex, text: hex.text.toLowerCase() }, Buffer.from(value).toString("hex")),
    ]),
  ];
}

/** Called for each string of a review. The cache is bounded, because tokens come and go in a server. */
const known = new Map<string, readonly string[]>();
const mostKnown = 100;

function formsOf(secret: string): readonly string[] {
  const forms = known.get(secret) ?? allForms(secret);
  if (known.size >= mostKnown) known.clear();
  known.set(secret, forms);
  return forms;
}

function allForms(secret: string): readonly string[] {
  const wellFormed = secret.toWellFormed();
  const urls = [encodeURI(wellFormed), encodeURIComponent(wellFormed)];
  const base64 = [...base64Forms(secret, "base64"), ...base64Forms(secret, "base64url")];
  const hex = Buffer.from(secret).toString("hex");
  // A key file can leak line by line where a diff or a log prefixes each line.
  const lines = secret.includes("\n") ? secret.split(/\r?\n/).filter((line) => line.length >= longEnough) : [];
  const forms = [
    ...[secret, JSON.stringify(secret).slice(1, -1), html(wellFormed), hex, hex.toUpperCase()],
    ...urls,
    ...urls.map((url) => url.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    ...lines,
    ...base64,
    ...base64.map(encodeURIComponent),
  ];
  return [...new Set(forms)].filter((form) => form !== "");
}

/**
 * Inside a longer Base64 text (`user:token`) a value looks different at each of three offsets. Characters shared with
 * neighbours are left out.
 */
function base64Forms(secret: string, encoding: "base64" | "base64url"): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const encoded = bytes.toString(encoding).replaceAll("=", "");
    return encoded.slice(Math.ceil((offset * 4) / 3), bytes.length % 3 === 0 ? undefined : -1);
  });
}

function occurrences(text: string, form: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
    found.push({ start: at, end: at + form.length });
  return found;
}

/** Replaces each match of `part` with the result of `write` and keeps everything else. */
function viewOf(text: string, part: RegExp, write: (match: string) => string): View {
  const pieces: Piece[] = [];
  let view = "";
  let from = 0;
  const add = (written: string, end: number, stands: boolean): void => {
    if (written !== "") pieces.push({ at: view.length, start: from, end, stands });
    view += written;
    from = end;
  };
  for (const { 0: match, index } of text.matchAll(part)) {
    add(text.slice(from, index), index, true);
    add(write(match), index + match.length, false);
  }
  add(text.slice(from), text.length, true);
  return { text: view, pieces };
}

function inView({ text, pieces }: View, form: string): Span[] {
  if (form.length < longEnough) return [];
  let first = 0;
  let last = 0;
  return occurrences(text, form).map(({ start, end }) => {
    // Occurrences come in order, so each piece is visited once.
    while ((pieces[first + 1]?.at ?? text.length) <= start) first += 1;
    while ((pieces[last + 1]?.at ?? text.length) < end) last += 1;
    return { start: placeIn(pieces[first], start), end: placeIn(pieces[last], end) };
  });
}

/** Maps a place in the view to the text: exact inside an unchanged stretch, else the border of the replaced part. */
function placeIn(piece: Piece | undefined, at: number): number {
  if (piece === undefined) return 0;
  if (piece.stands) return piece.start + (at - piece.at);
  return at === piece.at ? piece.start : piece.end;
}
