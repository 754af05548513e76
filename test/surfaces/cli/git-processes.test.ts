import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gitRepository } from "../../support/git-repository.ts";
import { injection, runCli } from "./run-cli.ts";

test("the smallest review starts at most ten git processes", async () => {
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
  const { stdout } = await runCli(repository, ["review"], { env });
  expect(stdout).toContain("src/search.js");
  const calls = readFileSync(seen, "utf8").trimEnd().split("\n");
  expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(10);
});
