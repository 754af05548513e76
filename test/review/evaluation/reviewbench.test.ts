import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aTopic } from "../../support/local-review.ts";
import type { ModelServer } from "../../support/model-server.ts";
import { startReviewers } from "../../support/scenario.ts";

const run = promisify(execFile);
let models: ModelServer;
let folder = "";
let fails = false;
const finding = {
  ...{
    severity: "P1",
    category: "correctness",
    title: "The loop ends too early",
    detail: "The last item is left out.",
  },
  ...{ path: "src/loop.ts", line: 2, quote: "for (let i = 0; i < items.length - 1; i += 1) use(items[i]);" },
};

beforeAll(async () => {
  models = await startReviewers(() => [finding], { fault: () => (fails ? { kind: "status", status: 400 } : null) });
  folder = mkdtempSync(join(tmpdir(), "reviewbench-"));
});
afterAll(async () => {
  await models.close();
  rmSync(folder, { recursive: true });
});

/** Starts the entry as the benchmark does, and gives what it wrote. */
async function reviewed(more: Readonly<Record<string, string>> = {}) {
  const { path, env, git } = aTopic(
    { "src/loop.ts": "export {};\n" },
    { "src/loop.ts": `export {};\n${finding.quote}\n` },
  );
  const [base, head] = [git("rev-parse", "main"), git("rev-parse", "topic")].map((sha) => sha.trim());
  const out = join(folder, "findings.json");
  rmSync(out, { force: true });
  const benchmark = {
    ...{ RB_NWO: "acme/shop", RB_PR_NUMBER: "12", RB_BASE: base ?? "", RB_HEAD: head ?? "" },
    ...{ RB_AGENT: "pr-debate", RB_OUT: out, RB_CONFIG_EFFORT: "standard", RB_ATTEMPT: "1" },
    RB_CONFIG_SEATS: "a=anthropic:claude-opus-5-5,b=model:gpt-6-sol",
    RB_MODEL_BASE_URL: models.openAiUrl,
    ...{ ANTHROPIC_API_KEY: "none-such", ANTHROPIC_BASE_URL: models.url, PR_DEBATE_ENDPOINT_MODEL_KEY: "none-such" },
  };
  const { stdout } = await run(process.execPath, ["integrations/reviewbench/entry.ts", path], {
    env: { ...env, ...benchmark, ...more },
  });
  return { stdout, base, head, answer: JSON.parse(readFileSync(out, "utf8")) };
}

describe("the entry for ReviewBench", () => {
  test("writes the findings with their lines at the head, and prints the settings that it applies", async () => {
    const { stdout, base, head, answer } = await reviewed();
    expect(answer).toEqual({
      pr: { repo: "https://github.com/acme/shop", pr_number: 12, base, head },
      agent: "pr-debate",
      findings: [
        {
          ...{ file: "src/loop.ts", start_line: 2, end_line: 2, producer: "pr-debate" },
          message: "The loop ends too early\n\nThe last item is left out.",
        },
      ],
    });
    expect(stdout).toContain("seats=a=anthropic:claude-opus-5-5,b=model:gpt-6-sol effort=standard");
  });

  test("fails where no model answers, and writes no file that counts as a review without findings", async () => {
    fails = true;
    await expect(reviewed({ RB_ATTEMPT: "2" })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No model reviewed the change"),
    });
    fails = false;
    expect(existsSync(join(folder, "findings.json"))).toBe(false);
  });

  test("names the variables that are missing", async () => {
    await expect(reviewed({ RB_OUT: "", RB_HEAD: "" })).rejects.toMatchObject({
      code: 1,
      stderr: "These variables are not set: RB_HEAD, RB_OUT. The benchmark sets them.\n",
    });
  });
});
