import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReviewError } from "../../../src/domain/errors.ts";
import { type ResultOutput, withOutput } from "../../../src/surfaces/cli/result-output.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "result-output-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const signal = new AbortController().signal;

/** The lines that a stream to a file got. */
async function written(use: (output: ResultOutput) => Promise<void>): Promise<unknown[]> {
  const file = join(folder, "events.ndjson");
  await withOutput({ kind: "review", format: "ndjson", file, quiet: true }, { env: {}, signal }, use).catch(
    () => undefined,
  );
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line): unknown => JSON.parse(line));
}

const start = { type: "start", version: 1, kind: "review" };

test("what a run emits after its end is dropped, also while the next one goes on", async () => {
  const lines = await written(async (output) => {
    const first = output.begin();
    first({ type: "note", text: "one" });
    output.fail(new ReviewError("Files changed.", "Wait."), signal);
    first({ type: "note", text: "late" });
    const second = output.begin();
    first({ type: "note", text: "later still" });
    second({ type: "note", text: "two" });
    await output.deliver('{"type":"review"}\n', "No findings");
    second({ type: "note", text: "after the review" });
  });
  expect(lines).toEqual([
    start,
    { type: "note", text: "one" },
    { type: "error", message: "Files changed.", hint: "Wait." },
    start,
    { type: "note", text: "two" },
    { type: "review" },
  ]);
});

test("an error of ours is the last line too, without a secret of the environment", async () => {
  const lines = await written(async (output) => {
    output.begin();
    throw new Error("no such thing");
  });
  expect(lines).toEqual([
    start,
    {
      ...{ type: "error", message: "stopped because of an internal error: no such thing" },
      hint: "Nothing was concluded. LOG_LEVEL=debug shows where; please report it.",
    },
  ]);
});

test("another format has no stream: only its result is written", async () => {
  const file = join(folder, "report.txt");
  await withOutput({ kind: "review", format: "text", file, quiet: true }, { env: {}, signal }, async (output) => {
    output.begin()({ type: "note", text: "said" });
    await output.deliver("the report\n", "No findings");
  });
  expect(readFileSync(file, "utf8")).toBe("the report\n");
});
