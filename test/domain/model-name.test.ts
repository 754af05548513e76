import { describe, expect, test } from "vitest";
import { familyName, modelKey } from "../../src/domain/model-name.ts";
import { countFamilies, familyOf } from "../../src/domain/panel.ts";
import { aSeat } from "../support/review-builder.ts";

const opus = modelKey("claude-opus-5-5", "anthropic");

describe("one model under several names", () => {
  test.each([
    ["dated", "claude-opus-5-5-20260101", "anthropic"],
    ["dated with dashes", "claude-opus-5-5-2026-01-01", "anthropic"],
    ["the newest", "claude-opus-5-5-latest", "anthropic"],
    ["another vendor's host", "claude-opus-5-5", "azure"],
    ["a gateway", "anthropic/claude-opus-5.5", "openrouter"],
    ["a gateway's plan", "anthropic/claude-opus-5.5:free", "openrouter"],
    ["a cloud's catalogue", "us.anthropic.claude-opus-5-5-20260101-v1:0", "bedrock"],
    ["a cloud's date", "claude-opus-5-5@20260101", "vertex"],
    ["a deep path", "publishers/anthropic/models/claude-opus-5-5@default", "vertex"],
    ["other letters", "Claude_Opus_5.5", "box"],
  ])("%s: %s", (_what, id, provider) => {
    expect(modelKey(id, provider)).toBe(opus);
  });

  test.each([
    ["gpt-5.5", "gpt-5.5-mini"],
    ["claude-opus-5-5", "claude-sonnet-5-5"],
    ["claude-opus-5-5", "claude-opus-5"],
    ["deepseek-v3", "deepseek-v4"],
    ["llama3:8b", "llama3:70b"],
    ["gpt-6-sol", "gpt-6-luna"],
    ["mistral-large-2411", "mistral-large-2407"],
    ["o1", "o1-mini"],
  ])("%s and %s stay two", (one, other) => {
    expect(modelKey(one, "p")).not.toBe(modelKey(other, "p"));
  });

  test("one word without a number names no model by itself: its vendor does", () => {
    expect(modelKey("default", "command:claude")).not.toBe(modelKey("default", "command:codex"));
    expect(modelKey("anthropic/claude", "openrouter")).toBe(modelKey("claude", "anthropic"));
    expect(modelKey("deepseek-chat", "azure")).toBe(modelKey("deepseek/deepseek-chat", "openrouter"));
  });
});

test("a family keeps the dots of its name, and is counted once with dots and with dashes", () => {
  expect(familyName("openai/gpt-5.5-2026-01-01")).toBe("gpt-5.5");
  const seats = [
    aSeat({ model: "gpt-5.5" }),
    aSeat({ model: "x", servedModel: "gpt-5-5-latest" }),
    aSeat({ model: "o9" }),
  ];
  expect(seats.map(familyOf)).toEqual(["gpt-5.5", "gpt-5-5", "o9"]);
  expect(countFamilies(seats)).toBe(2);
});
