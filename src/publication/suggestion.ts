import type { Finding } from "../domain/finding.ts";
import { visible } from "../text.ts";

/** Files that decide what runs or who decides: one click must not change them. */
const guarded = [
  /^\.github\/(workflows|actions|pr-debate)\//,
  /^\.github\/pr-debate\.ya?ml$/,
  /(^|\/)action\.ya?ml$/,
  /^(\.github\/|docs\/)?CODEOWNERS$/,
];

/** Whether GitHub's one-click suggestion may be offered: lines of one hunk on the head side, text that shows all it does (design §9). */
export function isCommittable({ suggestion, anchor, side, path }: Finding): boolean {
  return (
    suggestion !== undefined &&
    anchor === "hunk" &&
    side === "RIGHT" &&
    visible(suggestion) === suggestion &&
    !guarded.some((pattern) => pattern.test(path))
  );
}
