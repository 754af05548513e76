import { isDistinct, isValue, longestValue, type Named, type Span } from "./literal-values.ts";

const opening = /(?:[bBrRuUfFLN]{0,2}|[@$]{1,2})(?<quote>\\?(?:"""|'''|["'`]))/y;
const joined = /\s{0,9}(?:\+|\.{1,2}|&|\\\n)?\s{0,40}(?=\\?["'])/y;
const mostParts = 50;

/** Values in quotation marks, also joined ones. Null if none begins here. `followed` must stand behind the last one. */
export function strings(named: Named, at: number, followed?: RegExp): Span[] | null {
  const { whole } = named;
  const spans: Span[] = [];
  let next = at;
  for (let count = 0; count < mostParts; count++) {
    opening.lastIndex = next;
    const match = opening.exec(whole);
    if (match === null) break;
    const quote = match.groups?.["quote"] ?? '"';
    const from = opening.lastIndex;
    const to = closing(whole, from, quote);
    if (isEnd(whole.slice(from, to), whole.startsWith(quote, to))) return [];
    spans.push(...pieces(named, from, to, match[0]));
    next = whole.startsWith(quote, to) ? to + quote.length : to;
    // Types: `auth: "basic" | "bearer"`.
    if (/^\s{0,9}\|(?!\|)/.test(whole.slice(next, next + 12))) return [];
    joined.lastIndex = next;
    if (next === to || !joined.test(whole)) break;
    next = joined.lastIndex;
  }
  if (next === at) return null;
  return isFollowed(whole, next, followed) ? spans : [];
}

function isFollowed(whole: string, at: number, followed: RegExp | undefined): boolean {
  if (followed === undefined) return true;
  followed.lastIndex = at;
  return followed.test(whole);
}

/** Whether the mark ended a string that holds the name: `"token: " + token`. What follows it is code. */
function isEnd(following: string, isClosed: boolean): boolean {
  const start = following.slice(0, longestJoin);
  if (!isClosed) return /^\s*[+&.,)\]};:?%<|]/.test(start);
  return /^\s*[)\];,}]|^\s+[+&|?:.%<>=*]/.test(start) || (/^[+.&,]/.test(start) && /[+.&,]\s*$/.test(following));
}

const longestJoin = 100;

/** The place of the closing mark, or the end of the line where there is none. */
function closing(whole: string, from: number, quote: string, longest = longestValue): number {
  const mayBreak = quote.length > 2 || quote === "`";
  for (let at = from; at < whole.length && at - from < longest; at++) {
    if (whole[at] === "\n" && !mayBreak) return at;
    if (whole.startsWith(quote, at)) return at;
    if (whole[at] === "\\" && !quote.startsWith("\\")) at += 1;
  }
  return Math.min(whole.length, from + longest);
}

/** Code inside of a string: it stays visible, because it runs. */
const inserted = /\$\{[^{}]*\}|#\{[^{}]*\}|\$\([^()]*\)|\{\{[^{}]*\}\}|`[^`]*`|\$[A-Za-z_]\w*/g;
const insertedToo = new RegExp(`${inserted.source}|\\{[^{}]*\\}`, "g");

/** The value in a string, or what stands beside the code in it. */
function pieces({ whole, name, kind }: Named, from: number, to: number, opened: string): Span[] {
  const quote = opened.replace(/^[a-z@$]+/i, "");
  const isTemplate = /[f$]/i.test(opened);
  const value = whole.slice(from, to);
  const codes = [...value.matchAll(isTemplate ? insertedToo : inserted)];
  if (codes.length === 0) {
    if (!isValue({ value, name, kind, isString: true })) return [];
    return [{ start: from, end: to - from < longestValue ? to : closing(whole, from, quote, whole.length) }];
  }
  const borders = [0, ...codes.flatMap(({ index, 0: { length } }) => [index, index + length]), value.length];
  return borders.flatMap((start, index) => {
    const end = borders[index + 1];
    if (index % 2 === 1 || end === undefined || !isDistinct(value.slice(start, end))) return [];
    return [{ start: from + start, end: from + end }];
  });
}
