import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { StreamLine } from "../../src/report/ndjson/ndjson.ts";
import { outcomeOf, startCli } from "../support/built-cli.ts";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { startReviewers } from "../support/scenario.ts";
import { injection, runCli } from "../surfaces/cli/run-cli.ts";

let repository: GitRepository;
beforeEach(() => {
  repository = gitRepository();
  repository.write("README.md", "# Shop\n");
  repository.commit();
});
afterEach(() => repository.remove());

const finding = {
  ...{ severity: "P0", category: "security", title: "SQL from the request", detail: "The name is not bound.", line: 4 },
  ...{
    path: "search.js",
    quote: `  const rows = await db.query("select * from users where name = '" + req.query.name + "'");`,
  },
};

describe("stdout that takes no report", () => {
  test("a reader that stopped early does not change the exit code", async () => {
    const child = startCli(repository, ["review", "--no-report"]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect(await new Promise((done) => child.on("close", done))).toBe(0);
  });

  test("a failing write is exit 2 with a way out", async () => {
    const readOnly = openSync(join(repository.path, "README.md"), "r");
    const args = [resolve("src/surfaces/cli/main.ts"), "review", "--offline", "--no-report"];
    const { path: cwd, env } = repository;
    const outcome = await outcomeOf(spawn(process.execPath, args, { cwd, env, stdio: ["ignore", readOnly, "pipe"] }));
    closeSync(readOnly);
    expect(outcome.stderr).toMatch(/The report cannot be written to stdout: EBADF[\s\S]*--out FILE\.\n$/);
    expect(outcome.code).toBe(2);
  });
});

test("a disk that is full while a report is kept leaves no half of it, so the ledger can still be read", async () => {
  repository.git("switch", "-q", "-c", "topic");
  repository.write("b.js", injection.repeat(20));
  // Larger files than a few kB fail, as on a full disk: the report of this change has some 50 kB.
  const limited = `trap "" XFSZ; ulimit -f 8; exec "$0" "$@"`;
  const words = [process.execPath, resolve("dist/cli.js"), "review", "--offline"];
  const child = spawn("sh", ["-c", limited, ...words], { cwd: repository.path, env: repository.env });
  expect((await outcomeOf(child)).stderr).toContain("could not be kept in .debate: EFBIG");
  expect(readdirSync(join(repository.path, ".debate")).filter((name) => name.startsWith("review"))).toEqual([]);
  expect(await runCli(repository, ["stats"])).toMatchObject({ code: 0, stderr: "" });
});

test("each line of a review is an event of the schema, while the review runs; the last one is the review", async () => {
  let read = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    read = resolve;
  });
  // No model answers before the question to it was read from the stream.
  const models = await startReviewers(() => [finding], { before: () => asked });
  onTestFinished(models.close);
  repository.write("search.js", injection);
  const words = ["review", "--format", "ndjson", "--no-report", "--effort", "standard"];
  const env = {
    PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5,two=openai:gpt-6-sol",
    ...{ ANTHROPIC_API_KEY: "stand-in-key-of-a-test", ANTHROPIC_BASE_URL: models.url },
    ...{ OPENAI_API_KEY: "stand-in-key-of-a-test", OPENAI_BASE_URL: models.openAiUrl },
  };
  const child = startCli(repository, words, { env, withModels: true });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const lines: string[] = [];
  if (child.stdout === null) throw new Error("no stdout");
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('"seat-asked"')) read();
  }
  expect(await ended).toBe(1);
  const events = lines.map((line) => StreamLine.parse(JSON.parse(line)));
  expect(events[0]).toEqual({ type: "start", version: 1, kind: "review" });
  const kinds = new Set(events.map(({ type }) => type));
  for (const kind of ["stage-start", "note", "seat-asked", "seat-heard", "seat-end", "call-end", "round-end"])
    expect(kinds).toContain(kind);
  expect(events.filter(({ type }) => type === "review")).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({
    type: "review",
    review: { result: "blocked", findings: [{ severity: "P0" }] },
  });
});
