import type { Review } from "../domain/review.ts";
import { plural } from "../text/text.ts";

type FileCoverage = Review["coverage"]["files"][number];

/** Files that share a state and a reason. */
export interface CoverageGroup {
  readonly state: FileCoverage["state"];
  readonly reason: string;
  readonly paths: readonly string[];
}

/** What was not read in full, by state and reason, in the order in which each first comes. */
export function coverageGroups({ coverage }: Pick<Review, "coverage">): readonly CoverageGroup[] {
  const groups = new Map<string, CoverageGroup>();
  for (const { path, state, reason = "no reason given" } of coverage.files) {
    if (state === "full") continue;
    const key = JSON.stringify([state, reason]);
    groups.set(key, { state, reason, paths: [...(groups.get(key)?.paths ?? []), path] });
  }
  return [...groups.values()];
}

/** "170 of 204 files fully reviewed". */
export function fullOf({ coverage: { files } }: Pick<Review, "coverage">): string {
  return `${files.filter(({ state }) => state === "full").length} of ${plural(files.length, "file")} fully reviewed`;
}
