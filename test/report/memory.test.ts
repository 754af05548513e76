import { expect, test } from "vitest";
import type { MemoryUse } from "../../src/domain/memory/report.ts";
import { memoryOf } from "../../src/report/memory.ts";
import { aFinding, aReview } from "../support/review-builder.ts";

const use: MemoryUse = {
  ...{
    id: "pool-closes-itself",
    kind: "false-positive",
    title: "The pool is never closed",
    reason: "It closes itself.",
  },
  ...{ finding: "0000000a", effect: "kept" },
};
const finding = aFinding({ id: "0000000a", title: "Pool is never closed", path: "src/db.js", line: 3 });

test.each([
  [{ effect: "removed" }, "took out"],
  [{ effect: "shown" }, "was shown to the seats for"],
  [
    { effect: "kept", because: "earlier-review" },
    "did not take out",
    "an earlier review of this pull request reported it",
  ],
  [{ effect: "withheld", because: "p0" }, "had no say on", "it is a P0"],
  [{ effect: "withheld", because: "security" }, "had no say on", "it is about security or privacy"],
  [{ effect: "withheld", because: "blocking" }, "had no say on", "it blocks"],
  [{ effect: "withheld", because: "rule" }, "had no say on", "a rule found it"],
  // A review of an older version gives no reason.
  [{ effect: "withheld" }, "had no say on"],
] as const)("a report says what an item did, and why: %j", (made, did, why?: string) => {
  const review = aReview({ findings: [finding], memory: { items: 1, expired: [], used: [{ ...use, ...made }] } });
  expect(memoryOf(review)?.lines).toEqual([
    `pool-closes-itself ${did} "Pool is never closed" (src/db.js:3)${why === undefined ? "" : `, because ${why}`}. The item is a false positive: The pool is never closed. Reason: It closes itself.`,
  ]);
});
