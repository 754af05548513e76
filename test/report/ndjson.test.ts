import { describe, expect, test } from "vitest";
import type { DebateEvent } from "../../src/domain/events.ts";
import { planReports, reports } from "../../src/report/index.ts";
import { eventLine, eventLines, frameLine, StreamLine } from "../../src/report/ndjson/ndjson.ts";
import { hostileTexts } from "../support/hostile.ts";
import { planSaying } from "../support/plan-example.ts";
import { reviewSaying, typicalReview } from "../support/review-examples.ts";

const secret = "a-value-only-we-know";
const options = { version: "1.2.3", secrets: [secret] };

/** One event of each kind, with a text in every free field. */
function eventsSaying(text: string): readonly DebateEvent[] {
  const [seat, provider, stage, title, because] = [text, text, text, text, text];
  return [
    { type: "stage-start", stage, detail: text },
    { type: "note", text },
    { type: "left-out" },
    { type: "seat-asked", seat },
    { type: "seat-heard", seat },
    { type: "seat-end", seat, stage, raised: 2 },
    { type: "seat-failure", seat, provider, stage, reason: text },
    {
      ...{ type: "call-end", seat, provider, inputTokens: 9, cachedInputTokens: 0, outputTokens: 3 },
      ...{ costUsd: null, replayed: false },
    },
    { type: "finding-eliminated", path: text, title, severity: "P1", because },
    { type: "hearing-end", title, ruling: "upheld", because },
    { type: "round-end", round: 1, open: 2, confidence: 80 },
  ];
}

const streamed = (event: DebateEvent): boolean => eventLines[event.type] !== null;

test("each kind of event is one line of its schema, with every field", () => {
  const events = eventsSaying("said");
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(eventLines)));
  for (const event of events.filter(streamed)) {
    const line = eventLine(event, []) ?? "";
    expect(line.endsWith("\n")).toBe(true);
    expect(StreamLine.parse(JSON.parse(line))).toEqual(event);
  }
});

test("an event that is not about the review, and a field that no schema names, are not written", () => {
  expect(eventLine({ type: "left-out" }, [])).toBeNull();
  const more = { type: "note", text: "said", internal: "not for readers" } as const;
  expect(eventLine(more, [])).toBe('{"type":"note","text":"said"}\n');
});

describe.each(Object.entries(hostileTexts))("%s in every field", (_name, text) => {
  const lines = [
    ...eventsSaying(text).map((event) => eventLine(event, []) ?? ""),
    frameLine({ type: "error", message: text, hint: text }, []),
    reports.ndjson(reviewSaying(text), options),
  ].filter((line) => line !== "");

  test("makes no second line, no control character and no command of a runner", () => {
    for (const line of lines) {
      expect(line).toMatch(/^\{"type":[^\n]*\}\n$/);
      expect(line.slice(0, -1)).not.toMatch(/[\p{C}\u2028\u2029]/u);
      expect(line).not.toContain("##[");
      StreamLine.parse(JSON.parse(line));
    }
  });

  test("is read back as it was", () => {
    const [note] = lines.filter((line) => line.startsWith('{"type":"note"'));
    expect(JSON.parse(note ?? "")).toEqual({ type: "note", text: JSON.parse(JSON.stringify(text)) });
  });
});

test("H75 no line holds a secret", () => {
  const known = `AK${"IA"}IOSFODNN7EXAMPLE`;
  for (const value of [secret, known]) {
    const lines = [
      ...eventsSaying(`leaked ${value} here`).map((event) => eventLine(event, [secret]) ?? ""),
      frameLine({ type: "error", message: value, hint: value }, [secret]),
      reports.ndjson(reviewSaying(`const k = "${value}";`), options),
    ];
    expect(lines.join("")).not.toContain(value);
    expect(lines.join("")).toContain("[redacted");
  }
});

test("the last line holds the same review or plan as --format json", () => {
  const review = typicalReview();
  expect(JSON.parse(reports.ndjson(review, options))).toEqual({
    type: "review",
    review: JSON.parse(reports.json(review, options)),
  });
  const line = planReports.ndjson(planSaying("word"), options);
  expect(JSON.parse(line)).toEqual({ type: "plan", plan: JSON.parse(planReports.json(planSaying("word"), options)) });
  expect(StreamLine.parse(JSON.parse(line)).type).toBe("plan");
});
