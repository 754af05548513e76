import { describe, expect, test } from "vitest";
import { annotation, masks } from "../../src/action/commands.ts";
import { readEvent } from "../../src/action/event.ts";
import { readInputs } from "../../src/action/inputs.ts";

describe("masks", () => {
  test("every line of a key of several lines is masked by itself", () => {
    const key = ["-----BEGIN KEY-----", "abcdef", "100%", "", "x"].join("\n");
    expect(masks([key])).toBe("::add-mask::-----BEGIN KEY-----\n::add-mask::abcdef\n::add-mask::100%25\n");
  });

  test("nothing is masked twice, and no word so short that it hides the log", () => {
    expect(masks(["secret", "secret", "abc"])).toBe("::add-mask::secret\n");
  });
});

test("H80 a message and its place cannot end their command", () => {
  const line = annotation("error", "a%\r\n::set-env::b", { title: "t,x:y\n", file: "a,b:c.ts", line: 3 });
  expect(line).toBe("::error title=t%2Cx%3Ay%0A,file=a%2Cb%3Ac.ts,line=3::a%25%0D%0A::set-env::b\n");
  expect(line.trimEnd().split("\n")).toHaveLength(1);
});

test.each(["closed", "destroyed"])("%s asks for nothing", (action) => {
  const repository = { full_name: "o/r" };
  const event = action === "closed" ? "pull_request" : "merge_group";
  const sha = "a".repeat(40);
  const pull = { number: 1, head: { sha } };
  const group = { head_sha: sha, base_sha: sha, head_ref: "x" };
  expect(readEvent(event, { action, repository, pull_request: pull, merge_group: group }).kind).toBe("nothing");
});

test("H55 a payload of another shape is an error that names the field", () => {
  expect(() => readEvent("pull_request", { action: "opened" })).toThrow(/repository/);
  expect(() => readEvent("workflow_dispatch", { repository: { full_name: "o/r" }, inputs: { pr: "1; rm" } })).toThrow(
    /"1; rm"/,
  );
});

test("inputs become the variables that the rest knows; only our own variables come along", () => {
  const inputs = readInputs({
    "INPUT_GITHUB-TOKEN": "t",
    "INPUT_OPENAI-API-KEY": " k ",
    INPUT_SEATS: "a=openai:b",
    "INPUT_MAX-COST-USD": "0.5",
    PR_DEBATE_ENDPOINT_X_URL: "http://x",
    GITHUB_TOKEN: "other",
    AWS_SECRET_ACCESS_KEY: "no",
  });
  expect(inputs.env).toEqual({
    OPENAI_API_KEY: "k",
    PR_DEBATE_SEATS: "a=openai:b",
    PR_DEBATE_ENDPOINT_X_URL: "http://x",
  });
  expect(inputs).toMatchObject({
    token: "t",
    configPath: ".github/pr-debate.yml",
    reportDir: ".debate",
    tighten: { maxCostUsd: 0.5 },
  });
});
