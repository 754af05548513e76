import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StreamLine } from "../../../src/report/ndjson/ndjson.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";
import { planAnswers } from "../../support/plan-script.ts";
import { startReviewers } from "../../support/scenario.ts";
import { injection, runCli } from "./run-cli.ts";

let repository: GitRepository;
let models: ModelServer | undefined;
beforeEach(() => {
  repository = gitRepository();
  repository.write("README.md", "# Shop\n");
  repository.commit();
  repository.write("search.js", injection);
});
afterEach(async () => {
  await models?.close();
  models = undefined;
  repository.remove();
});

const finding = {
  ...{ severity: "P0", category: "security", title: "SQL from the request", detail: "The name is not bound.", line: 4 },
  ...{
    path: "search.js",
    quote: `  const rows = await db.query("select * from users where name = '" + req.query.name + "'");`,
  },
};

function seats(server: ModelServer): Record<string, string> {
  return {
    PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5,two=openai:gpt-6-sol",
    ...{ ANTHROPIC_API_KEY: "stand-in-key-of-a-test", ANTHROPIC_BASE_URL: server.url },
    ...{ OPENAI_API_KEY: "stand-in-key-of-a-test", OPENAI_BASE_URL: server.openAiUrl },
  };
}

function linesOf(text: string): StreamLine[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => StreamLine.parse(JSON.parse(line)));
}

const stream = ["review", "--format", "ndjson", "--no-report"];

test("--out gets the stream, and stdout nothing", async () => {
  const { code, stdout, stderr } = await runCli(repository, [...stream, "--out", "../events.ndjson"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("The events were written to ../events.ndjson");
  const lines = linesOf(readFileSync(`${repository.path}/../events.ndjson`, "utf8"));
  expect(lines.at(0)?.type).toBe("start");
  expect(lines.at(-1)?.type).toBe("review");
});

test("the report is kept as with any format", async () => {
  const { stderr } = await runCli(repository, ["review", "--format", "ndjson"]);
  expect(stderr).toMatch(/Kept as \.debate\/review-.*\.md and \.json/);
});

test("a plan is a stream too", async () => {
  models = await startModelServer(planAnswers);
  const { code, stdout } = await runCli(repository, ["plan", "How do we cache?", "--format", "ndjson", "--no-report"], {
    env: seats(models),
  });
  expect(code).toBe(0);
  const lines = linesOf(stdout);
  expect(lines[0]).toEqual({ type: "start", version: 1, kind: "plan" });
  expect(lines.at(-1)).toMatchObject({ type: "plan", plan: { kind: "plan", version: 1 } });
});

describe("without a result the last line says so, and the exit code is as usual", () => {
  test.each([
    ["an unknown revision", ["--base", "nope"], /"nope" names no commit of this repository/, /spelling/],
    ["options that exclude each other", ["--staged", "--base", "main"], /cannot be combined/, /Give one of/],
    ["a configuration that cannot be read", ["--config", "none.yml"], /none\.yml cannot be read/, /YAML/],
    ["an estimate, which is text", ["--estimate"], /--estimate prints text/, /Leave out/],
  ])("%s", async (_name, args, message, hint) => {
    const { code, stdout, stderr } = await runCli(repository, [...stream, ...args]);
    expect(code).toBe(2);
    expect(linesOf(stdout).at(-1)).toEqual({
      type: "error",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
    // People read it on stderr.
    expect(stderr).toMatch(message);
    expect(linesOf(stdout).filter(({ type }) => type === "review")).toEqual([]);
  });

  test("a file that cannot be written is refused before anything runs, on stderr alone", async () => {
    const { code, stdout, stderr } = await runCli(repository, [...stream, "--out", "none/events.ndjson"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("--out none/events.ndjson cannot be written: its folder does not exist");
  });
});

test("H75 a secret of the change is in no line, and control characters of a file name break none", async () => {
  const token = `gh${"p_"}${"4Tz9QmXv7LrB2nKc8WdYs5HjGf3PaE1uRo0Z"}`;
  repository.write("deploy\u001b[2J\nnow.py", `TOKEN = "${token}"\n`);
  const echo = { ...finding, title: `The key ${token} leaks`, detail: `\u001b[31m${token}\u2028::error::x` };
  models = await startReviewers(() => [echo]);
  const { stdout } = await runCli(repository, stream, { env: seats(models), withModels: true });
  expect(stdout).not.toContain(token);
  expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u2028]/u);
  expect(linesOf(stdout).at(-1)?.type).toBe("review");
  expect(existsSync(`${repository.path}/.debate/journal`)).toBe(true);
});
