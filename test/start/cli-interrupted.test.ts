import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Outcome, outcomeOf, startCli } from "../support/built-cli.ts";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { injection } from "../surfaces/cli/run-cli.ts";

let repository: GitRepository;
let models: ModelServer | undefined;
beforeEach(() => {
  repository = gitRepository();
});
afterEach(async () => {
  await models?.close();
  models = undefined;
  repository.remove();
});

function seats(server: ModelServer): Record<string, string> {
  return {
    PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5,two=openai:gpt-6-sol",
    ...{ ANTHROPIC_API_KEY: "stand-in-key-of-a-test", ANTHROPIC_BASE_URL: server.url },
    ...{ OPENAI_API_KEY: "stand-in-key-of-a-test", OPENAI_BASE_URL: server.openAiUrl },
  };
}

describe("an interruption ends in 130, without a report", () => {
  test("while git works", async () => {
    repository.write("a.txt", "one\n");
    repository.commit();
    const real = repository.env.PATH;
    const started = join(repository.path, "..", "started");
    const shim = repository.script(
      "git",
      `case "$*" in *" diff "*) touch "${started}"; sleep 60;; esac; PATH="${real}" exec git "$@"`,
    );
    const child = startCli(repository, ["review"], { env: { PATH: `${join(shim, "..")}:${real}` } });
    const outcome = outcomeOf(child);
    while (!existsSync(started)) await new Promise((resume) => setTimeout(resume, 20));
    child.kill("SIGINT");
    expectInterrupted(await outcome);
  });

  test("while rules compute, which never waits for anything", async () => {
    repository.write("README.md", "# Shop\n");
    repository.commit();
    for (let file = 0; file < 40; file += 1) repository.write(`search-${file}.js`, injection.repeat(12));
    const child = startCli(repository, ["review"]);
    const outcome = outcomeOf(child);
    child.stderr?.on("data", (text: string) => {
      // The grammars are loaded by then; the forty files take seconds.
      if (text.includes("Seats review the change")) setTimeout(() => child.kill("SIGINT"), 400);
    });
    expectInterrupted(await outcome);
    // It stopped between two files, not after the last one.
    expect((await outcome).stderr).not.toContain("Merging");
  });

  function expectInterrupted({ code, stdout, stderr }: Outcome): void {
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toMatch(/interrupted\. Nothing was concluded and no report was written\.\n$/);
    expect(existsSync(join(repository.path, ".debate"))).toBe(false);
    expect(readdirSync(repository.temporary)).toEqual([]);
  }

  test("while a plan waits for models: no plan, nothing kept", async () => {
    const { models: waiting, asked } = await silentModels();
    const child = startCli(repository, ["plan", "How do we cache?"], { env: seats(waiting) });
    const outcome = outcomeOf(child);
    await asked;
    child.kill("SIGINT");
    expectInterrupted(await outcome);
  });

  test("in a stream of events, whose last one says it", async () => {
    repository.write("README.md", "# Shop\n");
    repository.commit();
    repository.write("search.js", injection);
    const { models: waiting, asked } = await silentModels();
    const stream = ["review", "--format", "ndjson", "--no-report"];
    const child = startCli(repository, stream, { env: seats(waiting), withModels: true });
    const outcome = outcomeOf(child);
    await asked;
    child.kill("SIGINT");
    const { code, stdout } = await outcome;
    expect(code).toBe(130);
    expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).toEqual({
      ...{ type: "error", message: "interrupted." },
      hint: "Nothing was concluded and no report was written.",
    });
  });

  /** Models that never answer. `asked` resolves with the first request. */
  async function silentModels(): Promise<{ readonly models: ModelServer; readonly asked: Promise<void> }> {
    const asked = Promise.withResolvers<void>();
    models = await startModelServer(() => {
      asked.resolve();
      return new Promise(() => {});
    });
    return { models, asked: asked.promise };
  }
});
