import { readFileSync, writeFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { base, clean } from "../scenarios/samples.ts";
import { type AppProcess, pullEvent, startAppProcess } from "../support/app-run.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

/** What strangers may make the process grow by, in MB: 64 of bodies at once, the same again to join their parts, and what is not collected yet. */
const mostGrowth = 160;
const sixty = 60 * 1024 * 1024;
const part = Buffer.alloc(64 * 1024, "canary of a stranger ");
const falseSignature = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };

let scenario: Scenario;
let app: AppProcess;
beforeEach(async () => {
  scenario = await startScenario({ base, head: clean });
  scenario.github.app.installations.set(77, { repositories: ["octo/app"], createdAt: "2026-01-01T00:00:00Z" });
  app = await startAppProcess({ github: scenario.github, env: { PR_DEBATE_QUIET_SECONDS: "600" } });
});
afterEach(async () => {
  await app.kill();
  await scenario.close();
});

interface Answered {
  readonly status: number | undefined;
  readonly text: string;
  readonly sent: number;
}

function open(headers: Readonly<Record<string, string | number>>): ClientRequest {
  return request(`${app.url}/api/github/webhooks`, {
    method: "POST",
    agent: false,
    headers: { "x-github-event": "pull_request", "x-github-delivery": "of-a-stranger", ...headers },
  });
}

/** Sends so many bytes, or until there is an answer. */
async function post(bytes: number, headers: Readonly<Record<string, string | number>>): Promise<Answered> {
  const sending = open(headers);
  let sent = 0;
  const answered = new Promise<Answered>((resolve, reject) => {
    sending.once("error", reject);
    sending.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (more: string) => {
        text += more;
      });
      response.once("close", () => resolve({ status: response.statusCode, text, sent }));
    });
  });
  let isOver = false;
  const over = answered.finally(() => {
    isOver = true;
  });
  while (sent < bytes && !isOver) {
    sent += part.length;
    const hasRoom = sending.write(part);
    // As slowly as a network is: what is not sent yet is not the server's.
    if (!hasRoom) await Promise.race([new Promise((drained) => sending.once("drain", drained)), over]);
    await pause(0);
  }
  if (!isOver) sending.end();
  return answered.finally(() => sending.destroy());
}

const inMemory = (name: string): number => {
  const status = readFileSync(`/proc/${app.child.pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1_024;
};

/** How much it grows at most, in MB, from now on: the start takes more than that, and is forgotten. */
function watchMemory(): () => number {
  writeFileSync(`/proc/${app.child.pid}/clear_refs`, "5");
  const before = inMemory("VmRSS");
  return () => inMemory("VmHWM") - before;
}

let guid = 0;
function signedWebhook(): Promise<number> {
  guid += 1;
  return app.deliver("pull_request", { ...pullEvent("opened", scenario.pull), guid });
}

test("60 MB from strangers at once: short refusals, little memory, no log lines, and GitHub's webhooks arrive", async () => {
  expect(await signedWebhook()).toBe(202);
  const [growth, log] = [watchMemory(), app.log().length];
  const announced = { "content-length": sixty };
  const flood = [
    post(sixty, announced),
    post(sixty, announced),
    post(sixty, {}),
    post(sixty, {}),
    post(sixty, { ...announced, ...falseSignature }),
    post(sixty, falseSignature),
    post(sixty, falseSignature),
    post(8 * 1024 * 1024, falseSignature),
  ];
  const during = Promise.all([signedWebhook(), pause(50).then(signedWebhook), pause(200).then(signedWebhook)]);
  const answers = await Promise.all(flood);
  expect(await during).toEqual([202, 202, 202]);
  const large = { status: 413, text: "The body is too large.\n" };
  const missing = { status: 401, text: "The signature is missing.\n" };
  const wrong = { status: 401, text: "The signature does not match.\n" };
  expect(answers.map(({ status, text }) => ({ status, text }))).toEqual([
    large,
    large,
    missing,
    missing,
    large,
    large,
    large,
    wrong,
  ]);
  // What needs no body to be refused is refused before it is sent.
  for (const { sent } of answers.slice(0, 5)) expect(sent).toBeLessThan(sixty / 4);
  expect(growth()).toBeLessThan(mostGrowth);
  const lines = app.log().slice(log).trim().split("\n");
  // The accepted ones alone have a line each.
  expect(lines.filter((line) => !line.includes('"accepted a webhook"'))).toEqual([]);
  expect(lines).toHaveLength(3);
  expect(app.log()).not.toContain("canary of a stranger");
});

test("senders that announce much and send little take no room from GitHub's webhooks, and add no log lines", async () => {
  const megabyte = 1024 * 1024;
  const idle = Array.from({ length: 64 }, () => open({ ...falseSignature, "content-length": megabyte }));
  for (const one of idle) {
    one.on("error", () => {});
    one.write(part);
  }
  await pause(300);
  expect(await signedWebhook()).toBe(202);
  for (const one of idle) one.destroy();
  await pause(300);
  expect(await signedWebhook()).toBe(202);
  expect(app.log().split('"accepted a webhook"')).toHaveLength(3);
  expect(app.log()).not.toContain("could not be kept");
});
