import type { MemoryItem } from "../domain/memory/item.ts";

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
export function likeness({ title, reason }: Remembered, claim: Claimed): number {
  const { title: claimed, detail = "" } = claim;
  return Math.max(
    dice(readWords(title).about, readWords(claimed).about),
    dice(readWords(`${title}\n${reason}`).about, readWords(`${claimed}\n${detail}`).about),
  );
}

/** Shorter titles name no single claim. */
const leastWords = 3;

/**
 * Whether a claim says again what the item says. Both titles have the same words that change the meaning. One title has all other words of the
 * other title, and the longer text beside the shorter title has the words that only the longer title has.
 */
export function repeats({ title, reason }: Remembered, { title: claimed, detail = "" }: Claimed): boolean {
  const [own, other] = [readWords(title), readWords(claimed)];
  if (own.turning.symmetricDifference(other.turning).size > 0) return false;
  const shared = own.about.intersection(other.about);
  if (shared.size < 2 || shared.size + own.turning.size < leastWords) return false;
  const [onlyOwn, onlyOther] = [own.about.difference(other.about), other.about.difference(own.about)];
  if (onlyOwn.size > 0 && onlyOther.size > 0) return false;
  return onlyOwn.isSubsetOf(readWords(detail).about) && onlyOther.isSubsetOf(readWords(reason).about);
}

function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

interface Words {
  /** The words for the subject of a text, in basic forms. */
  readonly about: ReadonlySet<string>;
  /** The words that change its meaning: negations, counts and order. */
  readonly turning: ReadonlySet<string>;
}

const mostWords = 1_000;

function readWords(text: string): Words {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/n['’]t\b/g, " not");
  const words = (plain.match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, mostWords).filter((word) => !empty.has(word));
  const turned = words.flatMap((word) => turning.get(word) ?? (/^\d+$/.test(word) ? word : []));
  const about = words.filter((word) => !turning.has(word) && !/^\d+$/.test(word)).map(basicForm);
  return { about: new Set(about), turning: new Set(turned) };
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
  `a an the this that these those it its itself is are was were be been being am do does did has have had having of in on at to for from by with as
  and or but if then so than when while where which who whose what why how there here can could may might must shall should will would s ca wo i we
  you he she they them their our your into onto over under about between through via`.split(/\s+/),
);

/** Each group counts as its first word. */
const turningGroups = [
  "not never no none nothing neither nor without cannot missing lacks lack lacking absent",
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
  ...["too", "more", "less", "most", "least", "many much", "few"],
];
const turning: ReadonlyMap<string, string> = new Map(
  turningGroups.flatMap((group) =>
    group.split(" ").map((word): [string, string] => [word, group.split(" ")[0] ?? word]),
  ),
);
