import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Webhooks } from "@octokit/webhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Delivery } from "../../src/server/accept.ts";
import { type HttpServer, openHttp } from "../../src/server/http.ts";
import { webhookIntake } from "../../src/server/intake.ts";
import { openLog, openMetrics } from "../../src/server/telemetry.ts";
import { deliver, signed } from "../support/app-run.ts";

const secret = ["for", "this", "test", "alone"].join(" ");
const opened = {
  action: "opened",
  installation: { id: 7 },
  repository: { id: 9, full_name: "octo/app" },
  pull_request: { number: 3 },
};
let server: HttpServer;
let url = "";
let lines = "";
let metrics = openMetrics();
const accepted: Delivery[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  lines = "";
  accepted.length = 0;
  metrics = openMetrics();
  const log = openLog("info", () => [], {
    write: (line) => {
      lines += line;
    },
  });
  const accept = async (delivery: Delivery) => accepted.push(delivery) > 0;
  const verifiers = [new Webhooks({ secret })];
  const intake = webhookIntake({ appId: "42", verifiers, path: "/api/github/webhooks", accept, log, metrics });
  server = await openHttp({ host: "127.0.0.1", port: 0, middleware: intake });
  url = `http://127.0.0.1:${server.port}`;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** A post that claims a signature and a length, and brings so many bytes. */
async function unfinished(announced: number, brought: number): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  const claim = `x-hub-signature-256: sha256=${"0".repeat(64)}`;
  socket.write(`POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\n${claim}\r\ncontent-length: ${announced}\r\n\r\n`);
  await new Promise((done) => socket.write(Buffer.alloc(brought), done));
  await pause(200);
  return socket;
}

test("senders that announce much and send nothing block no webhook", async () => {
  for (const announced of [25_000_000, 25_000_000, 17_108_800]) await unfinished(announced, 0);
  expect(await deliver(url, "pull_request", opened, { secret })).toBe(202);
  expect(accepted).toHaveLength(1);
});

test("keeps bodies in memory up to a limit, and frees it", async () => {
  for (let post = 0; post < 3; post += 1) await unfinished(25_000_000, 22_000_000);
  expect(await deliver(url, "pull_request", { ...opened, padding: "x".repeat(2_000_000) }, { secret })).toBe(503);
  for (const socket of sockets) socket.destroy();
  await pause(200);
  expect(await deliver(url, "pull_request", opened, { secret })).toBe(202);
});

test("logs nothing and counts no 500 when a sender goes away", async () => {
  (await unfinished(1_000, 10)).destroy();
  await pause(200);
  expect(lines).toBe("");
  expect((await metrics.render()).text).toContain('answers_total{status="408"} 1');
});

test("invented event names in the unsigned header create no metrics", async () => {
  for (const event of ["made_up", "another_one"]) expect(await deliver(url, event, opened, { secret })).toBe(202);
  const { text } = await metrics.render();
  expect(text).not.toContain("made_up");
  expect(text).toContain('deliveries_total{event="other",fate="ignored"} 2');
});

test("accepts only the signed bytes", async () => {
  expect(await deliver(url, "pull_request", opened, { secret, sent: `${JSON.stringify(opened)} ` })).toBe(401);
  expect(await deliver(url, "pull_request", opened, { secret: `${secret} ` })).toBe(401);
  expect(signed("a", secret)).not.toBe(signed("a", `${secret} `));
});
