import type { MemoryLimit, MemoryUse } from "../domain/memory/report.ts";
import type { Review } from "../domain/review.ts";
import { cutCharacters, plain, plural } from "../text/text.ts";
import { placeOf } from "./view.ts";

const effects: Readonly<Record<MemoryUse["effect"], string>> = {
  removed: "took out",
  kept: "did not take out",
  shown: "was shown to the seats for",
  withheld: "had no say on",
};

const limits: Readonly<Record<MemoryLimit, string>> = {
  p0: "it is a P0",
  security: "it is about security or privacy",
  blocking: "it blocks",
  rule: "a rule found it",
  "earlier-review": "an earlier review of this pull request reported it",
};

const kinds: Readonly<Record<MemoryUse["kind"], string>> = {
  decision: "decision",
  "false-positive": "false positive",
  convention: "convention",
};

const mostShown = 20;
const longest = 300;

/** How a review used the memory, for a reader. The lines are untrusted. */
export interface MemorySection {
  /** "Memory: 2 of 5 items related" */
  readonly heading: string;
  readonly lines: readonly string[];
  /** How many lines are left out. */
  readonly left: number;
}

/** Null where the repository remembers nothing that mattered here. A note of the review names the expired items. */
export function memoryOf({ memory, findings, eliminated }: Review): MemorySection | null {
  if (memory === undefined || memory.used.length === 0) return null;
  const { used, expired, items } = memory;
  const known = new Map([...findings, ...eliminated].map((finding) => [finding.id, finding]));
  const lines = used.map((use) => {
    const finding = known.get(use.finding);
    const about = finding === undefined ? use.finding : `"${shown(finding.title)}" (${placeOf(finding)})`;
    const because = use.because === undefined ? "" : `, because ${limits[use.because]}`;
    const link = use.link === undefined ? "" : ` Recorded at ${use.link}`;
    return plain(
      `${use.id} ${effects[use.effect]} ${about}${because}. The item is a ${kinds[use.kind]}: ${shown(use.title)}. Reason: ${shown(use.reason)}.${link}`,
    );
  });
  const related = new Set(used.map(({ id }) => id)).size;
  const over = expired.length === 0 ? "" : `, ${expired.length} expired`;
  const heading = `Memory: ${related} of ${plural(items, "item")} related${over}`;
  return { heading, lines: lines.slice(0, mostShown), left: Math.max(0, lines.length - mostShown) };
}

function shown(text: string): string {
  return cutCharacters(text, longest).replace(/\.$/, "");
}
