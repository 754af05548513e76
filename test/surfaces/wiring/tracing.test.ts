import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepTrace, tidyTraces } from "../../../src/record/kept/traces.ts";
import { type ReviewOptions, startReview } from "../../../src/surfaces/sdk/review-and-plan.ts";
import { aTopic } from "../../support/local-review.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";

const key = `sk${"-ant-"}0123456789abcdefghijklmnop`;
let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer(({ seat }) => ({ findings: [], residualRisks: [`${seat} saw ${key}`] }), {
    servedModel: "claude-opus-5-5-20260901",
    fault: ({ seat }) => (seat === "claude-2" ? { kind: "status", status: 400 } : null),
  });
});
afterAll(() => models.close());

const topic = () => aTopic({ "a.ts": "" }, { "a.ts": "export const a = 1;\n" });

async function reviewed(
  options: ReviewOptions & { readonly detail?: string } = {},
  env: Readonly<Record<string, string>> = {},
  repository = topic(),
) {
  const { detail = "summary", ...rest } = options;
  const keys = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: models.url };
  const given = { traces: true, settings: { trace: detail }, ...rest };
  const run = startReview({ directory: repository.path, env: { ...repository.env, ...keys, ...env }, ...given });
  const review = await run;
  const notes: string[] = [];
  for await (const event of run) if (event.type === "note") notes.push(event.text);
  const folder = join(repository.path, ".debate/traces", review.finishedAt.slice(0, 10));
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const text = files.map((file) => readFileSync(join(folder, file), "utf8")).join("");
  const lines = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { repository, review, notes, files, text, lines };
}

describe("a trace", () => {
  test("has a line for each call, and ends with the review that it belongs to", async () => {
    const { files, lines, review, text } = await reviewed();
    const name = `review-${review.finishedAt.replaceAll(/[:.]/g, "-")}`;
    expect(files).toEqual([`${name}.jsonl`]);
    expect(lines.at(-1)).toMatchObject({ type: "end", version: 1, kind: "review", of: `${name}.json` });
    const calls = lines.slice(0, -1);
    expect(calls.length).toBeGreaterThanOrEqual(2);
    const first = calls.find(({ seat }) => seat === "claude");
    expect(first).toMatchObject({
      ...{ type: "call", stage: "propose", provider: "anthropic", model: "claude-opus-5-5", replayed: false },
      ...{ servedModel: "claude-opus-5-5-20260901", failure: null, request: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(first.inputTokens).toBeGreaterThan(0);
    expect(first.ms).toBeGreaterThanOrEqual(0);
    expect(calls.find(({ seat }) => seat === "claude-2").failure).toContain("400");
    expect(text).not.toContain("export const a");
  });

  test("holds the texts only if the settings ask for them, without our keys", async () => {
    const { lines, text } = await reviewed({ detail: "full" });
    expect(lines[0].texts.batch).toContain("export const a");
    expect(text).not.toContain(key);
  });

  test("is not kept where the settings or the caller do not want it", async () => {
    expect((await reviewed({ detail: "off" })).files).toEqual([]);
    expect((await reviewed({ traces: false })).files).toEqual([]);
  });

  test("a folder that is a link causes a note, not an error", async () => {
    const repository = topic();
    mkdirSync(join(repository.path, ".debate"));
    symlinkSync(repository.temporary, join(repository.path, ".debate/traces"));
    const { review, notes } = await reviewed({}, {}, repository);
    expect(review.result).toBe("clean");
    expect(notes.join()).toContain("The trace could not be kept in .debate/traces: its folder is a link");
    expect(readdirSync(repository.temporary)).toEqual([]);
  });

  test("a review that asks no model leaves no trace", async () => {
    const { files, notes } = await reviewed({ offline: true });
    expect({ files, notes: notes.filter((note) => note.includes("trace")) }).toEqual({ files: [], notes: [] });
  });

  test.each(["sometimes", { detail: "full", "keep-days": 0 }, { days: 3 }])(
    "the setting %o is refused",
    async (trace) => {
      await expect(reviewed({ settings: { trace } })).rejects.toThrow("trace");
    },
  );
});

test("old traces are compressed, then removed; other files stay", async () => {
  const { path } = topic();
  for (const date of ["2026-01-01", "2026-03-25", "2026-04-01"])
    await keepTrace(path, `review-${date}`, new Date(`${date}T12:00:00Z`), ['{"type":"end"}']);
  const traces = join(path, ".debate/traces");
  writeFileSync(join(traces, "notes.txt"), "mine");
  await tidyTraces(path, new Date("2026-04-02T12:00:00Z"), { compressAfterDays: 7, keepDays: 90 });
  expect(readdirSync(traces).toSorted()).toEqual(["2026-03-25", "2026-04-01", "notes.txt"]);
  expect(readdirSync(join(traces, "2026-04-01"))).toEqual(["review-2026-04-01.jsonl"]);
  const [packed = ""] = readdirSync(join(traces, "2026-03-25"));
  expect(packed).toBe("review-2026-03-25.jsonl.gz");
  expect(gunzipSync(readFileSync(join(traces, "2026-03-25", packed))).toString()).toBe('{"type":"end"}\n');
});

describe("OpenTelemetry", () => {
  async function collector() {
    const bodies: unknown[] = [];
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      bodies.push({ url: request.url, body: JSON.parse(text) });
      response.end("{}");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close() };
  }

  test("a run is exported as spans by the conventions for generative AI", async () => {
    const { url, bodies, close } = await collector();
    await reviewed({}, { OTEL_EXPORTER_OTLP_ENDPOINT: url });
    close();
    const text = JSON.stringify(bodies);
    expect(text).toContain("/v1/traces");
    for (const part of ["review run", "chat claude-opus-5-5", "gen_ai.usage.input_tokens", "gen_ai.response.model"])
      expect(text).toContain(part);
    expect(text).not.toContain("export const a");
  });

  test("nothing is exported where it is switched off", async () => {
    const { url, bodies, close } = await collector();
    await reviewed({}, { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "true" });
    close();
    expect(bodies).toEqual([]);
  });

  test("an unreachable collector does not fail the review", async () => {
    const { review } = await reviewed({}, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:1/v1/traces" });
    expect(review.kind).toBe("review");
  });
});
