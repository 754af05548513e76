import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Octokit } from "@octokit/rest";
import { parse } from "yaml";
import { z } from "zod";
import { messageOf, ReviewError } from "../../domain/errors.ts";
import { addressesIn } from "../../github/client/access.ts";
import { portOf } from "../../server/config.ts";
import { openHttp } from "../../server/http.ts";
import { plain } from "../../text/text.ts";
import { donePage, failedPage, offerPage, pagePolicy } from "./setup/app-page.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether neither the App's id nor its key is set, because there is no App yet. */
export function isUnconfigured(env: Environment): boolean {
  return !env["APP_ID"] && !env["PRIVATE_KEY"] && !env["PRIVATE_KEY_PATH"];
}

/**
 * Serves the pages that register the App on GitHub from `app.yml` and write its id, key and secret to `.env`. Anybody who reaches them can do so.
 * Therefore they are on this machine only, never in production, and not after the App is configured.
 */
export async function setUp(env: Environment, signal: AbortSignal): Promise<void> {
  const missing = "There is no App yet: APP_ID and PRIVATE_KEY are not set";
  const hint =
    "Set APP_ID, PRIVATE_KEY (or PRIVATE_KEY_PATH) and WEBHOOK_SECRET; docs/operations.md says where they come from.";
  if (env["NODE_ENV"] === "production") throw new ReviewError(`${missing}.`, hint);
  const publicUrl = publicUrlIn(env);
  // Where a package of the App is missing, that is said before it is registered.
  await import("probot");
  const given: SetUp = {
    env: withServer(env),
    publicUrl,
    state: randomBytes(16).toString("hex"),
    manifest: await readManifest(),
  };
  let port = portOf(env);
  const http = await openHttp({
    host: "localhost",
    port,
    middleware: (request, response) => void answered(request, response, { ...given, port }),
  });
  ({ port } = http);
  const address =
    publicUrl === null
      ? "PR_DEBATE_PUBLIC_URL is not set: the page asks for the address that GitHub can reach."
      : `GitHub will send its webhooks to ${publicUrl}.`;
  process.stderr.write(
    `${missing}. Open http://localhost:${port} in a browser on this machine to create one.\n${address}\nThen start pr-debate serve again.\n`,
  );
  if (!signal.aborted) await once(signal, "abort");
  await http.close();
}

interface SetUp {
  readonly env: Environment;
  readonly publicUrl: string | null;
  /** Returns with GitHub's answer, so that no other page can hand in a code of its own. */
  readonly state: string;
  readonly manifest: z.infer<typeof Manifest>;
}

/** `GHE_HOST` is the short form of an Enterprise server's address. */
function withServer(env: Environment): Environment {
  const host = env["GHE_HOST"];
  return host && !env["GITHUB_API_URL"] ? { ...env, GITHUB_API_URL: `https://${host}/api/v3` } : env;
}

/** Throws for an address that GitHub cannot call. */
function publicUrlIn(env: Environment): string | null {
  const text = env["PR_DEBATE_PUBLIC_URL"];
  if (!text) return null;
  const fault = faultOfAddress(text);
  if (fault !== null)
    throw new ReviewError(
      `PR_DEBATE_PUBLIC_URL is "${text}": ${fault}.`,
      "Give an address such as https://debate.example.com.",
    );
  return text.replace(/\/+$/, "");
}

const ownHosts =
  /^(?:localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|\[::1?\])$/i;

function faultOfAddress(text: string): string | null {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) return "it is no web address";
  if (url.username !== "" || url.password !== "") return "it contains a name or a password";
  if (url.search !== "" || url.hash !== "") return "it has a query";
  return ownHosts.test(url.hostname) ? "GitHub cannot reach an address of this machine or its network" : null;
}

const Manifest = z.looseObject({
  default_permissions: z.record(z.string(), z.string()),
  default_events: z.array(z.string()),
});

/** The file of the current folder, or the one that came with the program. */
async function readManifest(): Promise<z.infer<typeof Manifest>> {
  const text = await readFile("app.yml", "utf8").catch(() => readFile(new URL("./app.yml", import.meta.url), "utf8"));
  return Manifest.parse(parse(text));
}

interface Page {
  readonly status: number;
  readonly html: string;
}

async function answered(
  request: IncomingMessage,
  response: ServerResponse,
  given: SetUp & { readonly port: number },
): Promise<void> {
  const { html, status } = await pageFor(request, given).catch((error: unknown) => {
    process.stderr.write(`pr-debate: the set-up page failed: ${plain(messageOf(error))}\n`);
    return { status: 500, html: failedPage("The page failed.", "The log of this server says why.") };
  });
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pagePolicy(webOf(given.env)),
    "referrer-policy": "no-referrer",
  });
  response.end(html);
}

async function pageFor(request: IncomingMessage, given: SetUp & { readonly port: number }): Promise<Page> {
  const url = new URL(request.url ?? "/", "http://localhost");
  // Another site, open in the same browser, could hand in settings here, even under a name of its own that resolves to this machine.
  if (!isOwn(request) || request.method !== "GET")
    return { status: 404, html: failedPage("There is no such page.", "Open this page at localhost.") };
  if (url.pathname === "/") return { status: 200, html: offerIn(url, given) };
  if (url.pathname === "/setup") return exchanged(url, given);
  return { status: 404, html: failedPage("There is no such page.", "The set-up begins on the first page.") };
}

function isOwn({ headers: { host = "" } }: IncomingMessage): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
}

function webOf(env: Environment): string {
  return addressesIn(env).webUrl ?? "https://github.com";
}

function offerIn(
  url: URL,
  { env, publicUrl: known, state, manifest, port }: SetUp & { readonly port: number },
): string {
  const typed = url.searchParams.get("address")?.trim() ?? "";
  const fault = typed === "" ? null : faultOfAddress(typed);
  const publicUrl = typed !== "" && fault === null ? typed.replace(/\/+$/, "") : known;
  const group = env["GH_ORG"] ? `organizations/${encodeURIComponent(env["GH_ORG"])}/settings` : "settings";
  const own = {
    hook_attributes: { url: `${publicUrl}/api/github/webhooks`, active: true },
    redirect_url: `http://localhost:${port}/setup`,
  };
  return offerPage({
    publicUrl: fault === null ? publicUrl : null,
    fault: fault === null ? null : `"${plain(typed)}" cannot be used: ${fault}.`,
    typed,
    registerAt: `${webOf(env)}/${group}/apps/new?state=${state}`,
    manifest: JSON.stringify({ ...manifest, ...own }),
    permissions: Object.entries(manifest.default_permissions),
    events: manifest.default_events,
  });
}

const Registered = z.object({
  id: z.number().int(),
  name: z.string(),
  html_url: z.string(),
  pem: z.string().min(1),
  webhook_secret: z.string().min(1),
  client_id: z.string(),
  client_secret: z.string(),
});

const exchangeMs = 30_000;

/** GitHub's answer to the manifest is a code that is good for one exchange within an hour (GitHub's docs, "Registering an App from a manifest"). */
async function exchanged(url: URL, { env, state }: SetUp): Promise<Page> {
  const code = url.searchParams.get("code") ?? "";
  if (url.searchParams.get("state") !== state || !/^[\w-]+$/.test(code))
    return {
      status: 400,
      html: failedPage(
        "This address did not come from the registration that this page began.",
        "Begin again on the first page.",
      ),
    };
  try {
    const octokit = new Octokit({
      baseUrl: addressesIn(env).apiUrl,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const { data } = await octokit.rest.apps.createFromManifest({
      code,
      request: { signal: AbortSignal.timeout(exchangeMs) },
    });
    const app = Registered.parse(data);
    await keepSettings({
      APP_ID: String(app.id),
      PRIVATE_KEY: app.pem.trim().replaceAll("\n", "\\n"),
      WEBHOOK_SECRET: app.webhook_secret,
      GITHUB_CLIENT_ID: app.client_id,
      GITHUB_CLIENT_SECRET: app.client_secret,
      ...(env["GITHUB_API_URL"] === undefined ? {} : { GITHUB_API_URL: env["GITHUB_API_URL"] }),
    });
    const installAt = `${app.html_url}/installations/new`;
    process.stderr.write(
      `The App ${plain(app.name)} is registered, and its settings are in .env. Start pr-debate serve again, then install it: ${plain(installAt)}\n`,
    );
    return { status: 200, html: donePage(app.name, installAt) };
  } catch (error) {
    const why = `GitHub did not hand over the App: ${plain(messageOf(error))}.`;
    process.stderr.write(`pr-debate: ${why}\n`);
    const hint =
      "A code is good for one try and one hour. If the App is on GitHub already, enter its settings into .env by hand (docs/operations.md), or delete it there and begin again.";
    return { status: 502, html: failedPage(why, hint) };
  }
}

/** Sets these lines of `.env` and keeps the others. Only this user may read the file: it has the private key. */
async function keepSettings(values: Readonly<Record<string, string>>): Promise<void> {
  const before = await readFile(".env", "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const kept = before
    .split("\n")
    .filter((line) => line.trim() !== "" && !Object.hasOwn(values, line.split("=")[0]?.trim() ?? ""));
  const own = Object.entries(values).map(([name, value]) => `${name}="${value}"`);
  await writeFile(".env", `${[...kept, ...own].join("\n")}\n`, { mode: 0o600 });
  await chmod(".env", 0o600);
}
