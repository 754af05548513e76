import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { common, signed } from "../test/support/app-run.ts";
import { quantile } from "./measure.ts";

/** How a load went; times are milliseconds from when a webhook was due (or sent, at full speed) to the end of its answer. */
export interface Load {
  readonly sent: number;
  readonly accepted: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

const bodyBytes = 20_000;

/** A `pull_request` webhook as large as GitHub's: mostly the addresses that GitHub repeats for every repository and person. */
function payload(number: number): string {
  const names = ["forks", "keys", "collaborators", "teams", "hooks", "issue_events", "events", "assignees", "branches"];
  const repositoryShape = Object.fromEntries(
    names.map((name) => [`${name}_url`, `https://api.github.com/repos/octo/app/${name}{/number}`]),
  );
  const person = { login: "ann", id: 583_231, type: "User", html_url: "https://github.com/ann", site_admin: false };
  const pull = { number, head: { sha: "0".repeat(40) }, parts: [{}], body: "" };
  const event = { action: "opened", number, pull_request: pull, ...common("octo/app") };
  const part = { user: person, repo: repositoryShape };
  const count = Math.floor((bodyBytes - JSON.stringify(event).length) / (JSON.stringify(part).length + 1));
  pull.parts = Array.from({ length: count }, () => part);
  pull.body = "x".repeat(Math.max(0, bodyBytes - JSON.stringify(event).length));
  return JSON.stringify(event);
}

/** Each webhook is of another pull request, so that each makes a delivery, a subject and a job. */
export function webhooksTo(url: string): { send: () => Promise<boolean>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  let number = 0;
  const send = (): Promise<boolean> => {
    number += 1;
    const body = payload(number);
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "x-github-event": "pull_request",
      "x-github-delivery": `delivery-${number}`,
      "x-hub-signature-256": signed(body),
    };
    return new Promise((resolve) => {
      const outgoing = request(`${url}/api/github/webhooks`, { method: "POST", agent, headers }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode === 202));
      });
      outgoing.on("error", () => resolve(false)).end(body);
    });
  };
  return { send, close: () => agent.destroy() };
}

/** As fast as they are acknowledged, `atOnce` under way. */
export async function atFullSpeed(send: () => Promise<boolean>, seconds: number, atOnce: number): Promise<Load> {
  const times: number[] = [];
  let accepted = 0;
  const startedAt = performance.now();
  const one = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const sentAt = performance.now();
      if (await send()) accepted += 1;
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return loadOf(times, accepted, performance.now() - startedAt);
}

/**
 * So many a second whatever the answers do, as GitHub sends them. The time counts from when a webhook was due, so that one which had to wait
 * for its turn is not made to look quick.
 */
export async function atPace(send: () => Promise<boolean>, seconds: number, perSecond: number): Promise<Load> {
  const times: number[] = [];
  const underWay: Promise<void>[] = [];
  let accepted = 0;
  const startedAt = performance.now();
  const count = seconds * perSecond;
  const one = async (dueAt: number): Promise<void> => {
    if (await send()) accepted += 1;
    times.push(performance.now() - dueAt);
  };
  while (underWay.length < count) {
    const dueAt = startedAt + (underWay.length * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await pause(early);
    underWay.push(one(dueAt));
  }
  await Promise.all(underWay);
  return loadOf(times, accepted, performance.now() - startedAt);
}

function loadOf(times: readonly number[], accepted: number, milliseconds: number): Load {
  const perSecond = (accepted * 1_000) / milliseconds;
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(times, share));
  return { sent: times.length, accepted, perSecond, p50: p50 ?? 0, p99: p99 ?? 0, worst: worst ?? 0 };
}
