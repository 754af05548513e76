/** The known word that differs least from `word` by Levenshtein distance, at most a third of its length; `null` when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const [best] = known
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate ?? null;
}

function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const substituted = (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
