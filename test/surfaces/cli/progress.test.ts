import { WriteStream } from "node:tty";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { progressTo } from "../../../src/surfaces/cli/progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream that keeps its text; a terminal is one with columns. */
function stream(columns?: number) {
  const written: string[] = [];
  const write = (text: string): boolean => written.push(text) > 0;
  const fake = { write, isTTY: columns !== undefined, ...(columns === undefined ? {} : { columns }) };
  return { to: Object.assign(Object.create(WriteStream.prototype), fake), text: () => written.join("") };
}

test("after a silence a log names the seats that have not answered, and none once they have", () => {
  const { to, text } = stream();
  const { show, end } = progressTo(to, { secrets: [] });
  for (const seat of ["claude", "claude", "gpt"]) show({ type: "seat-asked", seat });
  expect(text()).toBe("");
  vi.advanceTimersByTime(20_000);
  expect(text()).toMatch(/^ {2}20\.0 s: waiting for claude \(2 questions\), gpt\n$/);
  for (const seat of ["claude", "claude", "gpt"]) show({ type: "seat-heard", seat });
  vi.advanceTimersByTime(60_000);
  expect(text().split("\n")).toHaveLength(2);
  end();
});

test("a terminal shows the awaited seats, and breaks lines between words", () => {
  const { to, text } = stream(40);
  const { show, end } = progressTo(to, { secrets: [] });
  show({ type: "seat-asked", seat: "gpt" });
  show({ type: "note", text: "a note that is longer than the forty columns of this terminal" });
  end();
  expect(text()).toContain("waiting for gpt");
  expect(text()).toContain("  a note that is longer than the forty\n  columns of this terminal\n");
});

test("--quiet shows nothing", () => {
  const { to, text } = stream(80);
  const { show, end } = progressTo(to, { secrets: [], quiet: true });
  show({ type: "note", text: "a note" });
  vi.advanceTimersByTime(60_000);
  end();
  expect(text()).toBe("");
});

test("the sum counts answers, so that a report, which also counts failed calls, does not contradict it", () => {
  const { to, text } = stream();
  const { show, end } = progressTo(to, { secrets: [] });
  const used = { inputTokens: 900, cachedInputTokens: 0, outputTokens: 100, costUsd: 0.01 };
  show({ type: "call-end", seat: "gpt", provider: "openai", ...used, replayed: false });
  show({ type: "call-end", seat: "gpt", provider: "openai", ...used, inputTokens: 0, outputTokens: 0, replayed: true });
  end();
  expect(text()).toMatch(/1 new answer · 1,000 tokens · \$0\.0200 · 1 answer replayed/);
});

test.each([
  ["no price is known", [null], /tokens · cost unknown\n/],
  ["one of two prices is known", [0.01, null], /tokens · cost unknown: at least \$0\.0100\n/],
  ["all prices are known", [0.01, 0.02], /tokens · \$0\.0300\n/],
])("the sum says what the report says where %s", (_what, costs, sum) => {
  const { to, text } = stream();
  const { show, end } = progressTo(to, { secrets: [] });
  const used = { inputTokens: 900, cachedInputTokens: 0, outputTokens: 100, replayed: false };
  for (const costUsd of costs) show({ type: "call-end", seat: "gpt", provider: "openai", ...used, costUsd });
  end();
  expect(text()).toMatch(sum);
});
