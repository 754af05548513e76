/** Words that say little about a topic. */
const common = new Set(
  "the and for are was were been being its that this these those with from have has had not but you your our their they them then than which who would could should will can may into out over about because also only".split(
    " ",
  ),
);

/** Words of three or more letters and digits, in lower case, without the most common ones. */
function tellingWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter((word) => !common.has(word));
}

/** The share of an argument's distinct words that nothing before it used, 0 to 1. An argument without words has none. */
export function noveltyOf(argument: string, before: readonly string[]): number {
  const said = new Set(before.flatMap(tellingWords));
  const now = new Set(tellingWords(argument));
  return now.size === 0 ? 0 : now.difference(said).size / now.size;
}

/** The greatest cosine of word counts between an argument and any one before it, 0 to 1. */
export function repetitionOf(argument: string, before: readonly string[]): number {
  return Math.max(0, ...before.map((earlier) => cosine(countsOf(argument), countsOf(earlier))));
}

/** The share of a text's distinct words that another text has, 0 to 1. */
export function containment(text: string, other: string): number {
  const words = new Set(tellingWords(text));
  return words.size === 0 ? 0 : words.intersection(new Set(tellingWords(other))).size / words.size;
}

type Counts = ReadonlyMap<string, number>;

function countsOf(text: string): Counts {
  const counts = new Map<string, number>();
  for (const word of tellingWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function cosine(one: Counts, other: Counts): number {
  const lengths = Math.hypot(...one.values()) * Math.hypot(...other.values());
  let sum = 0;
  for (const [word, count] of one) sum += count * (other.get(word) ?? 0);
  return lengths === 0 ? 0 : sum / lengths;
}
