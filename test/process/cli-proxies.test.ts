import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runBuiltCli } from "../support/built-cli.ts";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { Report } from "../surfaces/cli/run-cli.ts";

let repository: GitRepository;
let models: ModelServer;
const closing: (() => void)[] = [];
beforeEach(async () => {
  models = await startModelServer(({ stage }) => (stage === "propose" ? { findings: [] } : {}));
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

async function review(env: Readonly<Record<string, string>>) {
  const all = { ...seats, PR_DEBATE_ENDPOINT_LAB_URL: models.openAiUrl, ...env };
  const words = ["review", "--format", "json", "--no-report"];
  const { stdout, stderr, code } = await runBuiltCli(repository, words, { env: all, withModels: true });
  return { report: Report.parse(JSON.parse(stdout)), stderr, code };
}

/** A proxy that passes every request on to the models, whatever host it is for. */
async function startProxy(answer: (sent: IncomingMessage, response: ServerResponse) => void) {
  const seen: { readonly url: string; readonly login: string }[] = [];
  const server = createServer((sent, response) => {
    seen.push({ url: sent.url ?? "", login: sent.headers["proxy-authorization"] ?? "" });
    answer(sent, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return { seen, host: `127.0.0.1:${address.port}` };
}

function passOn(sent: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(sent.url ?? "");
  const onward = request(`${models.url}${pathname}`, { method: sent.method, headers: sent.headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 500, answered.headers);
    answered.pipe(response);
  });
  sent.pipe(onward);
}

test("model calls go through HTTP_PROXY with its login, and past it where NO_PROXY says so; doctor names it without the login", async () => {
  const proxy = await startProxy(passOn);
  const password = `open${"sesame"}`;
  const env = {
    HTTP_PROXY: `http://me:${password}@${proxy.host}`,
    PR_DEBATE_ENDPOINT_LAB_URL: "http://models.test/v1",
  };
  const { report, code } = await review(env);
  expect([code, report.conclusion]).toEqual([0, "success"]);
  const login = `Basic ${Buffer.from(`me:${password}`).toString("base64")}`;
  expect(new Set(proxy.seen.map(({ url }) => url))).toEqual(new Set(["http://models.test/v1/chat/completions"]));
  expect(new Set(proxy.seen.map((one) => one.login))).toEqual(new Set([login]));
  const before = proxy.seen.length;
  const direct = { http_proxy: `http://${proxy.host}`, no_proxy: "127.0.0.0/8" };
  expect((await review(direct)).report.conclusion).toBe("success");
  expect(proxy.seen.length).toBe(before);
  const { stdout } = await runBuiltCli(repository, ["doctor"], { env: { ...seats, ...env } });
  expect(stdout).toContain(`http through http://${proxy.host} (HTTP_PROXY)`);
  expect(stdout).not.toContain(password);
});

test("a firewall's page, a proxy that asks for a login and a proxy that is not there are named as what they are", async () => {
  const url = { PR_DEBATE_ENDPOINT_LAB_URL: "http://models.test/v1" };
  const answers: [number, RegExp][] = [
    [
      403,
      /A proxy or firewall answered, not the API of lab \(403: an HTML page\): let it pass http:\/\/models\.test through/,
    ],
    [407, /A proxy or firewall answered, not the API of lab \(407/],
  ];
  for (const [status, sentence] of answers) {
    const proxy = await startProxy((_, response) => {
      response.writeHead(status, { "content-type": "text/html" });
      response.end("<html><title>Denied</title></html>");
    });
    const { report, stderr } = await review({ ...url, HTTP_PROXY: `http://${proxy.host}` });
    expect(report.conclusion).not.toBe("success");
    expect(stderr).toMatch(sentence);
  }
  const { stderr } = await review({ ...url, HTTP_PROXY: "http://127.0.0.1:9" });
  expect(stderr).toContain("through http://127.0.0.1:9 (HTTP_PROXY) failed (connection refused");
});
