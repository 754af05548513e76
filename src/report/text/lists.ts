import type { Review } from "../../domain/review.ts";
import { plain } from "../../text/text.ts";
import { moreInJson } from "../claims.ts";
import { coverageGroups, fullOf } from "../facts.ts";
import type { MemorySection } from "../memory.ts";
import type { RemarkList } from "../remarks.ts";
import { type unreadOf, unreadText } from "../unreadable.ts";
import { hang } from "./wrap.ts";

/** The seats' remarks, each with who made it. */
export function remarkLines({ shown, left }: RemarkList, width: number): readonly string[] {
  const lines = shown.map(({ text: said, raisedBy }) => plain(`${said} (${raisedBy.join(", ")})`));
  return [...lines, ...moreInJson(left)].flatMap((line) => hang("  - ", line, width));
}

/** What people decided before, and what it did here. */
export function memoryLines(used: MemorySection | null, width: number): readonly string[] {
  const lines = used === null ? [] : [...used.lines, ...moreInJson(used.left)];
  return lines.flatMap((line) => hang("  - ", line, width));
}

/** Files that no seat could read, each with what is known about it. */
export function unreadLines(unread: ReturnType<typeof unreadOf>, width: number): readonly string[] {
  const lines =
    unread === null ? [] : [...unread.shown.map((one) => plain(unreadText(one))), ...moreInJson(unread.left)];
  return lines.flatMap((line) => hang("  - ", line, width));
}

/** How much of the change was read, and which files were not. */
export function coverageLines(review: Review, width: number): readonly string[] {
  return [
    `  ${review.coverage.complete ? "complete" : "INCOMPLETE"}: ${fullOf(review)}`,
    ...coverageGroups(review).flatMap(({ state, reason, paths }) => {
      // Files that the maintainers left out are no gap. A gap is named in full.
      const shown = state === "excluded" ? paths.slice(0, mostExcluded) : paths;
      const left = paths.length - shown.length;
      const names = [...shown.map(plain), ...(left === 0 ? [] : [`and ${left} more`])].join(", ");
      return hang(`  ${state} `, `${names}: ${plain(reason)}`, width);
    }),
  ];
}

const mostExcluded = 5;
