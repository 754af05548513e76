import { expect, onTestFinished, test } from "vitest";
import { gitRepository } from "../../support/git-repository.ts";
import { startReviewers } from "../../support/scenario.ts";
import { runCli } from "./run-cli.ts";

test("the third seat is asked as the persona that the change calls for, and the report says why", async () => {
  const repository = gitRepository();
  repository.write("README.md", "# A\n");
  repository.commit();
  repository.write("Dockerfile", "FROM scratch\nUSER root\n");
  const models = await startReviewers(() => []);
  const env = {
    ANTHROPIC_API_KEY: "stand-in",
    ANTHROPIC_BASE_URL: models.url,
    PR_DEBATE_SEATS: ["one", "two", "three"].map((name) => `${name}=anthropic:claude-opus-5-5`).join(","),
  };
  try {
    const args = ["review", "--no-report", "--effort", "standard"];
    const { stdout } = await runCli(repository, args, { env, withModels: true });
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain('Seat three has the persona infrastructure: the change touches "Dockerfile".');
    const asked = models.calls.filter(({ stage }) => stage === "propose");
    const shipping = asked.filter(({ system }) => system.includes("what builds, ships, configures and runs"));
    expect(asked.map(({ seat }) => seat).sort()).toEqual(["one", "three", "two"]);
    expect(shipping.map(({ seat }) => seat)).toEqual(["three"]);
  } finally {
    await models.close();
    repository.remove();
  }
});

test.each([
  ["plan", "How do we cache db/schema.sql?"],
  ["debate", "Should db/schema.sql have a cache?"],
])(
  "the seats of a %s have what its question and the change call for, each another persona, and the estimate says why",
  async (command, question) => {
    const repository = gitRepository();
    onTestFinished(() => repository.remove());
    repository.write("db/schema.sql", "select 1;\n");
    repository.commit();
    repository.git("switch", "-qc", "work");
    repository.write("Dockerfile", "FROM scratch\nUSER root\n");
    repository.commit();
    const env = {
      ANTHROPIC_API_KEY: "stand-in",
      PR_DEBATE_SEATS: ["a", "b", "c", "d", "e"].map((name) => `${name}=anthropic:claude-opus-5-5`).join(","),
    };
    const { stdout } = await runCli(repository, [command, question, "--estimate"], { env, withModels: true });
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain('Seat c has the persona data: the question names "db/schema.sql".');
    expect(text).toContain('Seat d has the persona infrastructure: the change touches "Dockerfile".');
  },
);
