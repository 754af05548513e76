/** How alike two texts are, 0 to 1. */
export type Likeness = (one: string, other: string) => number;

type Vector = ReadonlyMap<string, number>;

/**
 * Cosine of TF-IDF vectors over a collection of texts. A word that most of the texts share weighs little, so findings of one template are
 * not alike because of the template. Without a second text to compare with, a word has no weight to lose, so equal texts are alike.
 */
export function likenessOver(texts: readonly string[]): Likeness {
  const frequencies = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(wordsOf(text))) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const weightOf = (word: string): number => Math.log((texts.length + 1) / ((frequencies.get(word) ?? 1) + 0.5));
  const known = new Map<string, Vector>();
  const vectorOf = (text: string): Vector => {
    const vector = known.get(text) ?? vectorFrom(wordsOf(text), weightOf);
    known.set(text, vector);
    return vector;
  };
  return (one, other) => cosine(vectorOf(one), vectorOf(other));
}

/** Unit length, or empty where the text has no words. */
function vectorFrom(words: readonly string[], weightOf: (word: string) => number): Vector {
  const weights = new Map<string, number>();
  for (const word of words) weights.set(word, (weights.get(word) ?? 0) + Math.max(weightOf(word), 0.05));
  const length = Math.hypot(...weights.values());
  return new Map([...weights].map(([word, weight]) => [word, weight / length]));
}

function cosine(one: Vector, other: Vector): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0);
  return sum;
}

const mostWords = 1_000;

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, mostWords);
}
