import type { Review } from "../domain/review.ts";
import { rank } from "../domain/severity.ts";
import type { Silenced, Silencer } from "../domain/silenced.ts";
import { cutCharacters } from "../text/text.ts";

const headings: Readonly<Record<Silencer, string>> = {
  baseline: "Known, not reported",
  comment: "Silenced by a comment in the code",
  setting: "Rule switched off at the base",
};

const mostShown = 20;
const longestTitle = 200;

/** Findings of rules that are not reported, of one kind. Title, path and reason are untrusted. */
export interface SilencedGroup {
  /** "Known, not reported: 3" */
  readonly heading: string;
  readonly shown: readonly Silenced[];
  readonly left: number;
}

export function silencedGroups({ silenced }: Pick<Review, "silenced">): readonly SilencedGroup[] {
  return (["comment", "baseline", "setting"] as const).flatMap((by) => {
    const own = silenced.filter((one) => one.by === by).sort(byPlace);
    if (own.length === 0) return [];
    const shown = own.slice(0, mostShown).map((one) => ({ ...one, title: cutCharacters(one.title, longestTitle) }));
    return [{ heading: `${headings[by]}: ${own.length}`, shown, left: own.length - shown.length }];
  });
}

/** "src/a.ts:3" */
export function silencedPlace({ path, line }: Silenced): string {
  return `${path}:${line}`;
}

/** "reason: …", or that there is none. Untrusted. */
export function reasonOf({ reason }: Silenced): string {
  return reason.trim() === "" ? "no reason given" : `reason: ${reason}`;
}

function byPlace(a: Silenced, b: Silenced): number {
  return rank(a.severity) - rank(b.severity) || (a.path < b.path ? -1 : Number(a.path > b.path)) || a.line - b.line;
}
