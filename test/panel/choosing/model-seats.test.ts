import { expect, test } from "vitest";
import { maskOf } from "../../../src/code/anchor/mask.ts";
import { modelSeats } from "../../../src/panel/choosing/model-seats.ts";
import { defaultSettings, parseSettings } from "../../../src/settings/settings.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { startModelServer } from "../../support/model-server.ts";

test("a seat's settings reach its requests, and the model that answered is known", async () => {
  const answer = { findings: [], residualRisks: [], openQuestions: [] };
  const server = await startModelServer(() => answer, { servedModel: "served-1" });
  try {
    const parsed = parseSettings(
      `version: 1
seats:
  - { name: a, provider: anthropic, model: claude-opus-5-5, view: tools, max-output-tokens: 150000, reasoning: high }
  - { name: b, provider: anthropic, model: claude-opus-5-5 }`,
      { source: "settings.yml", vendors: ["anthropic"] },
    );
    const settings = parsed.ok ? parsed.settings : defaultSettings;
    const env = { ANTHROPIC_API_KEY: "key-of-the-test", ANTHROPIC_BASE_URL: server.url };
    const panel = await modelSeats({
      ...{ settings, env, directory: ".", offline: false, detectsPrograms: false, journal: null },
      emit: () => {},
    });
    expect(panel.specs.map(({ views }) => views)).toEqual([
      { none: "tools", low: "tools", standard: "tools", high: "tools" },
      { none: "diff", low: "diff", standard: "diff", high: "slice" },
    ]);
    const { signal } = new AbortController();
    for (const { agent } of panel.seat(maskOf([]), "standard")) {
      await agent.propose?.(inOneBatch([aFile("src/list.ts", "a\n", "b\n")]), signal);
    }
    expect(server.calls.map(({ body }) => body["max_tokens"])).toEqual([150_000, 8_000]);
    expect(server.calls.map(({ body }) => body["output_config"])).toEqual([{ effort: "high" }, undefined]);
    expect([...panel.servedModels()]).toEqual([
      ["a", ["served-1"]],
      ["b", ["served-1"]],
    ]);
  } finally {
    await server.close();
  }
});
