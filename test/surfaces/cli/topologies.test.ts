import { expect, onTestFinished, test } from "vitest";
import { gitRepository } from "../../support/git-repository.ts";
import { contested, largeChange, startDisputing } from "../../support/large-change.ts";
import { runCli } from "./run-cli.ts";

const seats = "one=anthropic:claude-opus-5-5,two=openai:gpt-5.5,three=anthropic:claude-sonnet-5-5";

test.each([
  ["parallel", null],
  ["sequential", /Topology: sequential \(one, then two, then three\)/],
  ["hierarchical", /Topology: hierarchical \(one led, 2 agents, 5 tasks\)/],
  ["consensus", /Topology: consensus \(2 rounds of votes: no position changed any more\)/],
])(
  "review --topology %s of 1,500 lines blocks by a P0 that one citation disputes, and says how the seats worked",
  async (topology, named) => {
    const repository = gitRepository();
    const models = await startDisputing();
    onTestFinished(async () => {
      await models.close();
      repository.remove();
    });
    repository.write("README.md", "# Shop\n");
    repository.commit();
    for (const [path, text] of Object.entries(largeChange(1_500))) repository.write(path, text);
    const env = {
      ANTHROPIC_API_KEY: "stand-in",
      ANTHROPIC_BASE_URL: models.url,
      OPENAI_API_KEY: "stand-in",
      OPENAI_BASE_URL: models.openAiUrl,
      PR_DEBATE_SEATS: seats,
    };
    const review = async (format: string) =>
      runCli(repository, ["review", "--topology", topology, "--format", format, "--no-report"], {
        env,
        withModels: true,
      });
    const { stdout, code } = await review("text");
    expect(code).toBe(1);
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain(contested.title);
    expect(text).toContain("complete: 10 of 10 files fully reviewed");
    if (named === null) expect(text).not.toContain("Topology:");
    else expect(text).toMatch(named);
    // The second report is made of kept answers, so it is the same review.
    const asked = models.calls.length;
    const found = JSON.parse((await review("json")).stdout);
    expect(models.calls.length).toBe(asked);
    expect(found).toMatchObject({ result: "blocked", conclusion: "failure", coverage: { complete: true } });
    expect(found.findings).toMatchObject([{ ...contested, severity: "P0", status: "disputed" }]);
    expect(found.topology?.name).toBe(named === null ? undefined : topology);
  },
);
