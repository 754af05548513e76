/** A text prepared for comparison: its content without case, spaces and punctuation, and its words. */
export interface Folded {
  readonly key: string;
  /** Words that occur in almost every sentence are left out. */
  readonly words: ReadonlySet<string>;
  /** Names, numbers and negations. If these differ, two texts mean different things, however alike they are. */
  readonly telling: ReadonlySet<string>;
}

const common = new Set(
  "a an the this that these those any some is are was were be been being it its of to in on at by for with as and or has have had".split(
    " ",
  ),
);
const negation = /^(?:no|not|never|none|nothing|neither|nor|without|cannot|\p{L}+n['’]t)$/u;
/** Matches digits, signs inside a word (a path, a call, an address), or a capital inside it. */
const name = /\p{N}|[\p{L}\p{N}][^\p{L}\p{N}'’-]+[\p{L}\p{N}]|\p{Ll}\p{Lu}/u;
const edges = /^[\p{P}`]+|[\p{P}`]+$/gu;

export function foldWords(text: string): Folded {
  const words = text
    .normalize("NFKC")
    .split(/\s+/)
    .map((word) => word.replace(edges, ""))
    .filter((word) => word !== "");
  const lower = words.map((word) => word.toLowerCase());
  return {
    key: lower.join("").replace(/[\p{P}`]/gu, ""),
    words: new Set(lower.filter((word) => !common.has(word))),
    telling: new Set(lower.filter((word, index) => name.test(words[index] ?? "") || negation.test(word))),
  };
}

export function hasNegation(text: string): boolean {
  return [...foldWords(text).telling].some((word) => negation.test(word));
}

/** Texts about one thing in different words share at least this part of them. */
const related = 0.3;

export function areRelated(one: Folded, other: Folded): boolean {
  const shared = one.words.intersection(other.words).size;
  return shared > 0 && shared / one.words.union(other.words).size >= related;
}

/** Two texts say the same if they share at least this part of their words. */
const enough = 0.8;

/**
 * Whether two texts have the same words, apart from case, spaces and punctuation, or nearly the same words about the
 * same names, numbers and negations.
 */
export function saysTheSame(one: Folded, other: Folded): boolean {
  if (one.key === other.key) return true;
  if (one.telling.symmetricDifference(other.telling).size > 0) return false;
  const shared = one.words.intersection(other.words).size;
  return shared > 0 && shared / one.words.union(other.words).size >= enough;
}
