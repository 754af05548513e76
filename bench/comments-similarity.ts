/** TF-IDF cosine of each pair of texts over all of them, to check that simulated comments are as alike as real ones. */
export function similarities(texts: readonly string[]): (a: number, b: number) => number {
  const terms = texts.map((text) => counted(text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []));
  const documents = new Map<string, number>();
  for (const word of terms.flatMap((words) => [...words.keys()])) documents.set(word, (documents.get(word) ?? 0) + 1);
  const vectors = terms.map((words) => {
    const weights = [...words].map(([word, count]): [string, number] => [
      word,
      count * (Math.log((1 + texts.length) / (1 + (documents.get(word) ?? 0))) + 1),
    ]);
    const length = Math.hypot(...weights.map(([, weight]) => weight));
    return new Map(weights.map(([word, weight]) => [word, weight / length]));
  });
  return (a, b) =>
    [...(vectors[a] ?? [])].reduce((sum, [word, weight]) => sum + weight * (vectors[b]?.get(word) ?? 0), 0);
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
