import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { type Fault, type ModelCall, type ModelServer, startModelServer } from "../../support/model-server.ts";
import { reviewAsJson, runCli } from "./run-cli.ts";

let repository: GitRepository;
let models: ModelServer;
let fault: (call: ModelCall) => Fault | null;
const closing: (() => void)[] = [];
beforeEach(async () => {
  fault = () => null;
  models = await startModelServer(({ stage }) => (stage === "propose" ? { findings: [] } : {}), {
    fault: (call) => fault(call),
  });
  repository = gitRepository();
  repository.write("a.js", "export const a = 1;\n");
  repository.commit();
  repository.write("a.js", "export const limit = readLimit(request.query, defaults);\n".repeat(400));
});
afterEach(async () => {
  repository.remove();
  for (const close of closing.splice(0)) close();
  await models.close();
});

const seats = { PR_DEBATE_SEATS: "one=lab:m,two=lab:m" };

function review(env: Readonly<Record<string, string>>) {
  const all = { ...seats, PR_DEBATE_ENDPOINT_LAB_URL: models.openAiUrl, ...env };
  return reviewAsJson(repository, [], { env: all, withModels: true });
}

test("a prompt that the server cut is no answer: the review is not green, and says what to raise, without asking again", async () => {
  fault = ({ body: { model } }) => ({
    kind: "body",
    body: {
      model,
      choices: [{ message: { content: '{"findings":[]}' }, finish_reason: "stop" }],
      usage: { prompt_tokens: 2048, completion_tokens: 5 },
    },
  });
  const { report, code, stderr } = await review({});
  expect([report.conclusion, code]).toEqual(["failure", 3]);
  expect(stderr).toMatch(/m at lab read 2048 tokens of a prompt of at least \d+, so the server cut it.*num_ctx/);
  expect(models.calls.filter(({ stage, seat }) => stage === "propose" && seat === "one")).toHaveLength(1);
});

test("an answer without a known end and without usage counts; its cost is unknown", async () => {
  fault = ({ body: { model } }) => ({
    kind: "body",
    body: { model, choices: [{ message: { content: '{"findings":[]}' }, finish_reason: "eos" }], usage: {} },
  });
  const { stdout } = await runCli(repository, ["review", "--no-report"], {
    env: { ...seats, PR_DEBATE_ENDPOINT_LAB_URL: models.openAiUrl },
    withModels: true,
  });
  expect(stdout).toContain("success (clean)");
  expect(stdout.replace(/\s+/g, " ")).toContain("2 calls, tokens and cost unknown");
});

test("an Azure deployment with api-version gets its key and its parameters as it wants them", async () => {
  const seen: { url: string; key: string; limit: unknown }[] = [];
  const azure = createServer(async (sent, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of sent) chunks.push(Buffer.from(chunk));
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    seen.push({ url: sent.url ?? "", key: String(sent.headers["api-key"]), limit: body.max_completion_tokens });
    const refusal = { error: { message: "Unsupported parameter: 'max_tokens'", param: "max_tokens" } };
    const answer = { choices: [{ message: { content: '{"findings":[]}' }, finish_reason: "stop" }], usage: null };
    response.writeHead("max_tokens" in body ? 400 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify("max_tokens" in body ? refusal : answer));
  });
  await new Promise<void>((done) => azure.listen(0, "127.0.0.1", done));
  closing.push(() => azure.close());
  const address = azure.address();
  const port = typeof address === "object" ? address?.port : 0;
  const key = `azure-${"key"}-for-this-test`;
  const { report, stderr } = await review({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/openai/deployments/reviewer?api-version=2024-10-21`,
    PR_DEBATE_SEATS: "one=openai:reviewer,two=openai:reviewer",
  });
  expect([report.conclusion, stderr.match(/does not take max_tokens/g)?.length]).toEqual(["success", 2]);
  expect(new Set(seen.map(({ url, key: sent }) => `${url} ${sent}`))).toEqual(
    new Set([`/openai/deployments/reviewer/chat/completions?api-version=2024-10-21 ${key}`]),
  );
  expect(seen.filter(({ limit }) => limit === undefined)).toHaveLength(2);
});
