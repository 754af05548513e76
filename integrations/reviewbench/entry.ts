/**
 * The entry of a container for ReviewBench (review-bench.ai). It is started once for each pull request, with the repository in
 * `/work/repo` and the rest in variables, and writes one JSON file (the benchmark's AGENT_CONTRACT.md). It exits with 1 where no model
 * answered, so that the pull request is tried again and never scored as one without findings.
 */
import { writeFileSync } from "node:fs";
import { type Review, review } from "pr-debate";

const [, , directory = "/work/repo"] = process.argv;
const needed = ["RB_NWO", "RB_PR_NUMBER", "RB_BASE", "RB_HEAD", "RB_AGENT", "RB_OUT"] as const;
const missing = needed.filter((name) => !process.env[name]);
if (missing.length > 0) fail(`These variables are not set: ${missing.join(", ")}. The benchmark sets them.`);
const given = (name: string): string => process.env[name] ?? "";

const effort =
  (["auto", "low", "standard", "high"] as const).find((one) => one === given("RB_CONFIG_EFFORT")) ?? "auto";
const seats = given("RB_CONFIG_SEATS");
console.log(`seats=${seats || "by the keys that are set"} effort=${effort}`);

try {
  const found = await review({
    directory,
    range: `${given("RB_BASE")}...${given("RB_HEAD")}`,
    effort,
    // A pull request has 15 minutes. The settings of the repository under review do not count.
    settings: { version: 1, budget: { minutes: 13 } },
    env: {
      ...process.env,
      ...(seats === "" ? {} : { PR_DEBATE_SEATS: seats }),
      ...(given("RB_MODEL_BASE_URL") === "" ? {} : { PR_DEBATE_ENDPOINT_MODEL_URL: given("RB_MODEL_BASE_URL") }),
    },
    journal: false,
  });
  const answered = found.panel.seats.filter(({ counted, healthy, view }) => counted && healthy && view !== undefined);
  if (answered.length === 0) fail(`No model reviewed the change: ${found.reason}`);
  writeFileSync(given("RB_OUT"), `${JSON.stringify(answer(found), null, 2)}\n`);
  console.log(found.title);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function answer({ findings }: Review): object {
  const producer = given("RB_AGENT");
  return {
    pr: {
      repo: `https://github.com/${given("RB_NWO")}`,
      pr_number: Number(given("RB_PR_NUMBER")),
      base: given("RB_BASE"),
      head: given("RB_HEAD"),
    },
    agent: producer,
    findings: findings
      .filter(({ status }) => status === "accepted" || status === "disputed")
      .map(({ path, line, startLine, title, detail, failurePath }) => ({
        file: path,
        // Lines are those of the head. A deleted line is named by its number before the change, which is near.
        start_line: startLine ?? line ?? 1,
        end_line: line ?? 1,
        message: [title, detail, failurePath].filter(Boolean).join("\n\n"),
        producer,
      })),
  };
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
