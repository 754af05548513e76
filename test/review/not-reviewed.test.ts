import { expect, test } from "vitest";
import type { Hindrance } from "../../src/review/not-reviewed.ts";
import { notReviewed } from "../../src/review/not-reviewed.ts";
import { parseSettings, type Settings } from "../../src/settings/settings.ts";

const head = { ref: "topic", sha: "a".repeat(40) };
const change = { repo: "o/r", number: 7, base: { ref: "main", sha: "b".repeat(40) }, head };
const at = { startedAt: new Date(0), finishedAt: new Date(1_000), notes: ["a note"] };

function settings(text: string | null = null): Settings {
  const result = parseSettings(text, { source: "test", vendors: [] });
  if (!result.ok) throw new Error(result.errors.join("\n"));
  return result.settings;
}

test.each<[Hindrance, string, string]>([
  [{ configError: "it is no YAML" }, "inconclusive", "failure"],
  [{ fault: "GitHub answered 500" }, "inconclusive", "failure"],
  [{ skip: { why: "a draft" } }, "skipped", "skipped"],
  [{ headCurrent: false, supersededBy: "abc" }, "superseded", "cancelled"],
  [{}, "inconclusive", "failure"],
])("%j without a debate is %s, concluded %s", (hindrance, result, conclusion) => {
  expect(notReviewed(hindrance, change, settings(), at).review).toMatchObject({
    result,
    conclusion,
    findings: [],
    notes: ["a note"],
  });
});

test.each<Hindrance>([{ configError: "it is no YAML" }, { fault: "GitHub answered 500" }])(
  "%j never passes, whatever on-inconclusive says",
  (hindrance) => {
    const lenient = settings("version: 1\nreview: { on-inconclusive: neutral }");
    const { review } = notReviewed(hindrance, change, lenient, at);
    expect(review.conclusion).toBe("failure");
    expect(review.title).toContain(hindrance.configError ?? hindrance.fault);
  },
);
