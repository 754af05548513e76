import type { Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import { cutCharacters } from "../../text/text.ts";

const longest = 1_000;
/** With a smaller share of words from the claim and its hearing it is another claim. */
const leastShared = 0.5;

/**
 * A finding as its judges narrowed it: the narrower text replaces the detail, and the wider one is kept. All rulings must uphold it and narrow it; the
 * first text counts. Title, place, category, severity and status stay: no narrowing changes what blocks.
 */
export function narrowedBy(finding: Finding, { rulings, exchanges }: Hearing): Finding {
  const texts = rulings.map(({ ruling, narrowed = "" }) => (ruling === "upheld" ? narrowed.trim() : ""));
  const [first = ""] = texts;
  if (finding.narrowedFrom !== undefined || first === "" || texts.includes("")) return finding;
  const text = cutCharacters(first, longest);
  const said = [...exchanges.map(({ argument }) => argument), ...rulings.map(({ reason }) => reason)];
  const known = [finding.title, finding.detail, finding.failurePath ?? "", finding.quote, ...said].join(" ");
  if (text === finding.detail || sharedWords(text, known) < leastShared) return finding;
  return { ...finding, detail: text, narrowedFrom: finding.detail };
}

/** The share of a text's distinct words that the other texts also have. */
function sharedWords(text: string, others: string): number {
  const known = new Set(wordsOf(others));
  const own = new Set(wordsOf(text));
  return own.size === 0 ? 0 : [...own].filter((word) => known.has(word)).length / own.size;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
}
