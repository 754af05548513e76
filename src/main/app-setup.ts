import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { ReviewError } from "../domain/errors.ts";
import { portOf } from "../server/config.ts";
import { checkPort } from "../server/http.ts";

/** Whether neither the App's id nor its key is set, because there is no App yet. */
export function isUnconfigured(env: Readonly<Record<string, string | undefined>>): boolean {
  return !env["APP_ID"] && !env["PRIVATE_KEY"] && !env["PRIVATE_KEY_PATH"];
}

/**
 * Shows Probot's page that creates the App on GitHub from `app.yml` and writes its id, key and secret to `.env`. Anybody who reaches the page
 * can do so. Therefore it listens on this machine only, never in production, and not after the App is configured.
 */
export async function setUp(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const missing = "There is no App yet: APP_ID and PRIVATE_KEY are not set";
  const hint =
    "Set APP_ID, PRIVATE_KEY (or PRIVATE_KEY_PATH) and WEBHOOK_SECRET; docs/operations.md says where they come from.";
  if (env["NODE_ENV"] === "production") throw new ReviewError(`${missing}.`, hint);
  // Without this Probot would download a package for a channel through a third-party server.
  env["NO_SMEE_SETUP"] = "true";
  const publicUrl = env["PR_DEBATE_PUBLIC_URL"]?.replace(/\/+$/, "");
  if (publicUrl) env["WEBHOOK_PROXY_URL"] = `${publicUrl}/api/github/webhooks`;
  const port = String(portOf(env));
  // Probot would print a stack trace.
  await checkPort("localhost", Number(port));
  const { run } = await import("probot");
  // The manifest reads the address from the process's environment. In Probot's options it would start a proxy.
  const { REDIS_URL: _, WEBHOOK_PROXY_URL: __, ...rest } = env;
  subscribe(requests, turnAway);
  subscribe(requests, nameThePage);
  const server = await run(() => {}, { env: { LOG_LEVEL: "warn", ...rest, HOST: "localhost", PORT: port } });
  process.stderr.write(
    `${missing}. Open http://localhost:${port} in a browser on this machine to create one.\nThen start pr-debate serve again.\n`,
  );
  if (!signal.aborted) await once(signal, "abort");
  await server.stop();
  unsubscribe(requests, turnAway);
  unsubscribe(requests, nameThePage);
}

const requests = "http.server.request.start";

/**
 * Another site, open in the same browser, could submit settings here, even under a name of its own that resolves to this machine. Probot
 * allows no handler in front of its own, so this changes the address of such a request before they see it.
 */
function turnAway(message: unknown): void {
  if (typeof message !== "object" || message === null || !("request" in message)) return;
  const { request } = message;
  if (request instanceof IncomingMessage && !isOwn(request)) request.url = "/refused";
}

/** Probot's page names Probot or the package in the current folder. This makes it name PR Debate. */
function nameThePage(message: unknown): void {
  if (typeof message !== "object" || message === null || !("response" in message)) return;
  const { response } = message;
  if (!(response instanceof ServerResponse)) return;
  const end = response.end.bind(response);
  // Pictures and styles stay unchanged.
  response.end = (body?: unknown) => end(typeof body === "string" && body.includes("<html") ? named(body) : body);
}

const guide = "https://github.com/pr-debate/pr-debate/blob/main/docs/operations.md";

/** Replaces only text without markup, so that everything between two tags can be replaced. */
function named(page: string): string {
  return page
    .replace(/<title>[^<]*<\/title>/, "<title>Set up PR Debate</title>")
    .replace(/Welcome to [^<]*/, "Set up PR Debate ")
    .replace(/(?<=<\/h1>\s*<p>)[\s\S]*?(?=<\/p>)/, "Independent reviewers debate each pull request.")
    .replace(
      "To start building a GitHub App, you'll need to register a new app on GitHub.",
      "Register the App on GitHub: its id, key and secret are written to the file .env in this folder.",
    )
    .replace(/https:\/\/probot\.github\.io\/docs\//, guide)
    .replace(/<a [^>]*discussions[^>]*>[^<]*<\/a>/, "");
}

function isOwn({ headers: { host = "", origin } }: IncomingMessage): boolean {
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
  return isHere && (origin === undefined || origin === `http://${host}`);
}
