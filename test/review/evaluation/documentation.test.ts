import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { runCli } from "../../surfaces/cli/run-cli.ts";

const page = readFileSync("docs/eval.md", "utf8");
const blocks = [...page.matchAll(/^```(?<language>\w+)\n(?<text>.*?)^```$/gms)].map(({ groups = {} }) => ({
  language: groups["language"],
  text: groups["text"] ?? "",
}));
const commands = blocks.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trim().split("\n"));

let repository: GitRepository;
beforeAll(() => {
  repository = gitRepository();
  const cases = blocks.find(({ language }) => language === "jsonl")?.text ?? "";
  writeFileSync(join(repository.path, "cases.jsonl"), cases);
  const diff = (path: string, line: string) => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,2 @@\n+export {};\n+${line}\n`;
  writeFileSync(join(repository.path, "login.diff"), diff("src/login.ts", "export const ok = stored == given;"));
  writeFileSync(join(repository.path, "rename.diff"), diff("src/name.ts", "export const name = 1;"));
});
afterAll(() => repository.remove());

describe("docs/eval.md", () => {
  test("has commands", () => expect(commands.length).toBeGreaterThanOrEqual(3));

  test.each(commands)("%s runs", async (command) => {
    const [, ...args] = command.split(" ");
    const { code, stderr } = await runCli(repository, [...args, "--offline"]);
    expect({ code, stderr: stderr.includes("pr-debate:") }).toEqual({ code: 0, stderr: false });
  });
});
