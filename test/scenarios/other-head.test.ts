import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { addCommit, type Files } from "../support/github-server/world.ts";
import type { ModelServer } from "../support/model-server.ts";
import { checkOn, type Scenario, startReviewers, startScenario } from "../support/scenario.ts";
import { base, baseText, clean, evalIsFatal, risky } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

/** With these, GitHub lists more files of the pull request than of a comparison. */
const many: Files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`docs/${index}.md`, `${index}\n`]));
const two = { ...base, "src/other.ts": baseText };
const rows: readonly { readonly name: string; readonly base: Files; readonly head: Files; readonly other: Files }[] = [
  { name: "the file with the defect is harmless there", base, head: risky, other: clean },
  {
    name: "as many other files changed there",
    base: two,
    head: { ...two, ...risky },
    other: { ...two, "src/other.ts": `${baseText}// more\n` },
  },
  { name: "a file was removed there", base: two, head: { ...two, ...risky }, other: base },
];

test.each(rows)("files listed while another commit was the head: $name", async ({ base, head, other }) => {
  models = await startReviewers(evalIsFatal);
  scenario = await startScenario({ base, head: { ...head, ...many } });
  const { pull, github } = scenario;
  const reviewed = pull.head.sha;
  const between = addCommit(github.world, { ...other, ...many }, [pull.base.sha], "between");
  github.fault = ({ route }) => {
    pull.head.sha = route.endsWith("/files") ? between : reviewed;
    return null;
  };
  const run = await scenario.run({ models });
  expect(run.outputs).toMatchObject({ result: "inconclusive", conclusion: "failure" });
  expect(checkOn(github, reviewed)).toMatchObject({ conclusion: "failure" });
  expect(run.summary).toContain("another commit");
  pull.head.sha = reviewed;
  github.fault = () => null;
  expect((await scenario.run({ models })).outputs).toMatchObject({ result: "blocked" });
});
