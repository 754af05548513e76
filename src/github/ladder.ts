import type { InlineComment } from "../domain/publication.ts";

/** Whether GitHub would take these comments in one review. */
export type Probe = (comments: readonly InlineComment[]) => Promise<boolean>;

/**
 * GitHub refuses a whole review for one bad line and does not say which (github.md §3.4). Halving finds the bad ones: known to be bad as a
 * whole, a list has them in its first half, its second, or both. At most `mostProbes` questions; what is left unasked counts as bad.
 */
export async function findBad(
  comments: readonly InlineComment[],
  probe: Probe,
  mostProbes: number,
): Promise<Set<string>> {
  let left = mostProbes;
  const bad = new Set<string>();
  const isBad = async (part: readonly InlineComment[]): Promise<boolean> => {
    if (part.length === 0) return false;
    if (left === 0) return true;
    left -= 1;
    return !(await probe(part));
  };
  const search = async (part: readonly InlineComment[]): Promise<void> => {
    const [only, ...more] = part;
    if (only !== undefined && more.length === 0) {
      bad.add(only.finding);
      return;
    }
    const [first, second] = [part.slice(0, part.length / 2), part.slice(part.length / 2)];
    const isFirstBad = await isBad(first);
    if (isFirstBad) await search(first);
    // If the first half is fine, the second holds the reason, and no question is needed.
    if (!isFirstBad || (await isBad(second))) await search(second);
  };
  if (comments.length > 0) await search(comments);
  return bad;
}
