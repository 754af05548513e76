import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gitRepository } from "../../support/git-repository.ts";
import { startModelServer } from "../../support/model-server.ts";
import { planAnswers } from "../../support/plan-script.ts";
import { fenced } from "../../support/readme.ts";
import { runCli } from "./run-cli.ts";

const page = readFileSync("docs/plan.md", "utf8");

test("docs/plan.md shows what its command prints, but for the last paragraph", async () => {
  const [command = ""] = fenced("sh", page);
  const [settings = ""] = fenced("yaml", page);
  const question = /^pr-debate plan "(?<question>.*)"$/m.exec(command)?.groups?.["question"] ?? "";
  const repository = gitRepository();
  const server = await startModelServer(planAnswers);
  try {
    repository.write(".github/pr-debate.yml", settings);
    repository.write("src/search.ts", "export function search(query) {\n  return database(query);\n}\n");
    repository.commit();
    const { stdout } = await runCli(repository, ["plan", question, "--no-report"], {
      env: {
        PR_DEBATE_SEATS:
          "one=anthropic:claude-opus-5-5@correctness,two=openai:gpt-6-sol@security,three=anthropic:claude-sonnet-5-5@tests",
        ...{ ANTHROPIC_API_KEY: "none-such", ANTHROPIC_BASE_URL: server.url },
        ...{ OPENAI_API_KEY: "none-such", OPENAI_BASE_URL: server.openAiUrl },
      },
    });
    const [last = ""] = stdout.split("\n\n").slice(-1);
    expect(last).toMatch(/^Panel: full/);
    expect(fenced("text", page)).toEqual([`${stdout.slice(0, -last.length).trimEnd()}\n`]);
  } finally {
    await server.close();
    repository.remove();
  }
});
