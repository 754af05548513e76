import type { MemoryItem } from "../../domain/memory/item.ts";

/** The texts of a finding, or of one claim that was merged into it. */
export interface Claimed {
  readonly title: string;
  readonly detail?: string | undefined;
}

type Remembered = Pick<MemoryItem, "title" | "reason">;

/**
 * How much an item and a claim have in common, 0 to 1: the Dice coefficient of their words, of the titles or of the whole texts, whichever is
 * greater. It depends on these two alone. Words that change the meaning of a claim do not count: the result says whether both are about the
 * same thing.
 */
export function likeness(item: Remembered, claim: Claimed): number {
  const [own, other] = [wordsOf(item), wordsOf(claim)];
  return Math.max(dice(own.title.about, other.title.about), dice(own.all.about, other.all.about));
}

/** Shorter titles name no single claim. */
const leastWords = 3;

/**
 * Whether a claim says again what the item says. Both titles have the same words that change the meaning. One title has all other words of the other title, in
 * the same order, and the longer text beside the shorter title has the words that only the longer title has.
 */
export function repeats(item: Remembered, claim: Claimed): boolean {
  const [{ title: own, more: reason }, { title: other, more: detail }] = [wordsOf(item), wordsOf(claim)];
  if (own.negations !== other.negations || own.turning.symmetricDifference(other.turning).size > 0) return false;
  const shared = own.about.intersection(other.about);
  if (shared.size < 2 || shared.size + own.turning.size < leastWords) return false;
  const [onlyOwn, onlyOther] = [own.about.difference(other.about), other.about.difference(own.about)];
  if ((onlyOwn.size > 0 && onlyOther.size > 0) || !isSameOrder(own.inOrder, other.inOrder)) return false;
  return onlyOwn.isSubsetOf(detail.about) && onlyOther.isSubsetOf(reason.about);
}

/** Whether the words of both come in the same order. The last ones may come first: "pool is not closed", "missing close of the pool". */
function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  const here = one.filter((word) => other.includes(word));
  const there = other.filter((word) => one.includes(word));
  const start = there.indexOf(here[0] ?? "");
  return here.every((word, index) => word === there[(start + index) % there.length]);
}

function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

interface Words {
  /** The words for the subject of a text, in basic forms. */
  readonly about: ReadonlySet<string>;
  /** The words and signs that change its meaning: negations, counts, order and operators. */
  readonly turning: ReadonlySet<string>;
  readonly negations: number;
  /** Both, each at its first place, without negations, which have no fixed place. */
  readonly inOrder: readonly string[];
}

interface Read {
  readonly title: Words;
  /** The reason of an item, or the detail of a claim. */
  readonly more: Words;
  readonly all: Words;
}

/** Each text is read once, and not once for each pair: 200 items and 100 long findings took a minute. */
const read = new WeakMap<Remembered | Claimed, Read>();

function wordsOf(said: Remembered | Claimed): Read {
  const before = read.get(said);
  if (before !== undefined) return before;
  const more = "reason" in said ? said.reason : (said.detail ?? "");
  const words = { title: readWords(said.title), more: readWords(more), all: readWords(`${said.title}\n${more}`) };
  read.set(said, words);
  return words;
}

const mostWords = 1_000;
/** A number or an operator. */
const isSign = /^(?:\d+$|[^\p{L}\p{N}_])/u;
/** A word, the sign of a number, or an operator. */
const token = /[\p{L}\p{N}_]+|(?<![\p{L}\p{N}_])-(?=\d)|[<>=!&|^%+*~]+/gu;

function readWords(text: string): Words {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?:\bca|\bwo)?n['’]t\b/g, " not")
    .replace(/['’]s\b/g, "");
  const words = (plain.match(token) ?? []).slice(0, mostWords).filter((word) => !empty.has(word));
  const turn = (word: string): string | undefined => turning.get(word) ?? (isSign.test(word) ? word : undefined);
  const turned = words.flatMap((word) => turn(word) ?? []);
  return {
    about: new Set(words.filter((word) => turn(word) === undefined).map(basicForm)),
    turning: new Set(turned),
    negations: turned.filter((word) => word === "not").length,
    inOrder: [...new Set(words.map((word) => turn(word) ?? basicForm(word)))].filter((word) => word !== "not"),
  };
}

/** Without common endings, so that `closed`, `closes` and `closing` are one word. */
function basicForm(word: string): string {
  const stem = word
    .replace(/(?<=..)ies$/, "y")
    .replace(/(?<=...)(?:ing|ed|es|(?<!s)s)$/, "")
    .replace(/(?<=...)e$/, "");
  return stem.length > 3 ? stem.replace(/(?<last>[a-z])\k<last>$/, "$<last>") : stem;
}

const empty: ReadonlySet<string> = new Set(
  `a an the this that these those it its itself is are was were be been being am do does did has have had having of in on at to for by with as
  and but if then so than when while where which who whose what why how there here can could may might must shall should will would we
  you he she they them their our your into onto about between through via`.split(/\s+/),
);

/** Each group counts as its first word. */
const turningGroups = [
  "not non never no none nothing neither nor without cannot missing lacks lack lacking absent",
  "twice double doubly again repeatedly repeated",
  ...[
    "once",
    "always",
    "sometimes",
    "only",
    "all",
    "every",
    "each",
    "any",
    "some",
    "both",
    "unless",
    "except",
    "instead",
  ],
  ...["before", "after", "early earlier", "late later", "first", "last", "until", "during"],
  ...["or", "over", "under", "from", "too", "more", "less", "most", "least", "many much", "few"],
];
const turning: ReadonlyMap<string, string> = new Map(
  turningGroups.flatMap((group) =>
    group.split(" ").map((word): [string, string] => [word, group.split(" ")[0] ?? word]),
  ),
);
