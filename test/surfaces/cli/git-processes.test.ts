import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gitRepository } from "../../support/git-repository.ts";
import { injection, runCli } from "./run-cli.ts";

/** The output of a command on a small change, and the command lines of git that it starts. */
async function callsOf(args: readonly string[]): Promise<{ stdout: string; calls: readonly string[] }> {
  const repository = gitRepository();
  onTestFinished(repository.remove);
  repository.write("AGENTS.md", "Be brief.\n");
  repository.commit();
  repository.git("checkout", "-q", "-b", "topic");
  repository.write("AGENTS.md", "Be very brief.\n");
  const seen = join(dirname(repository.path), "calls");
  const shim = repository.script("git", `echo "$*" >> "${seen}"; PATH="${repository.env.PATH}" exec git "$@"`);
  repository.write("src/search.js", injection);
  repository.git("add", "-A");
  const env = { PATH: `${dirname(shim)}:${repository.env.PATH}` };
  const { stdout } = await runCli(repository, args, { env });
  return { stdout, calls: readFileSync(seen, "utf8").trimEnd().split("\n") };
}

test("the smallest review starts at most ten git processes", async () => {
  const { stdout, calls } = await callsOf(["review"]);
  expect(stdout).toContain("src/search.js");
  expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(10);
});

test.each([["review"], ["plan", "Why?"], ["debate", "Why?"], ["memory", "list"], ["personas"]])(
  "%s opens the repository once",
  async (...args) => {
    const { calls } = await callsOf(args);
    const opening = calls.filter((call) => call.includes("rev-parse --is-bare-repository"));
    expect(opening, calls.join("\n")).toHaveLength(1);
  },
);
