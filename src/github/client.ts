import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import Bottleneck from "bottleneck/light.js";
import { z } from "zod";
import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Credential } from "./credential.ts";
import { githubErrorOf } from "./errors.ts";
import { type Pace, type PaceKey, processPace, writesPerMinuteAt } from "./pace.ts";

/** What the edge needs of Octokit; every failure is a `GitHubError`, and GraphQL answers are for zod to read. */
export interface GitHub {
  readonly request: Octokit["request"];
  readonly graphql: (document: string, variables: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;
  /** GitHub's id of the repository that is meant, where it is known. */
  readonly repositoryId?: string | undefined;
}

export interface ClientOptions {
  readonly token: string | Credential;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly repositoryId?: string | undefined;
  readonly version: string;
  /** How long a rate limit may be waited for, in milliseconds. */
  readonly deadlineMs: () => number;
  readonly onNote: (text: string) => void;
  /** Of one installation or token, in this process; left out: as GitHub asks where it is GitHub's server. 0: as many as come. */
  readonly writesPerMinute?: number | null;
  readonly pace?: Pace;
}

const Client = Octokit.plugin(throttling, retry);
const mostWaits = 5;
const mostRepeats = 2;
/** The plugin's own waits would be each client's own; the pace is kept before it. Without a limit it needs no other for each client. */
const unpaced = new Bottleneck.Group();

/**
 * Octokit with GitHub's limits waited for within the deadline (REST docs, "Rate limits"), and broken reads repeated. A write is never
 * repeated here: whoever wrote looks first whether it happened.
 */
export function githubClient(options: ClientOptions): GitHub {
  const { apiUrl, graphqlUrl, version, deadlineMs, onNote, pace = processPace } = options;
  const credential = typeof options.token === "string" ? lasting(options.token) : options.token;
  const { identity } = credential;
  const key: PaceKey = { apiUrl, identity, writesPerMinute: options.writesPerMinute ?? writesPerMinuteAt(apiUrl) };
  const wait = (kind: string) => (seconds: number, given: object, _octokit: object, count: number) => {
    if (isCourtesy(given)) return false;
    const fits = count < mostWaits && seconds * 1_000 < deadlineMs();
    onNote(
      `GitHub's ${kind} rate limit is reached: ${fits ? `waiting ${seconds} s` : "it ends too late to wait for"}.`,
    );
    if (fits && kind === "secondary") pace.hold(key, seconds * 1_000);
    return fits;
  };
  const octokit = new Client({
    baseUrl: apiUrl,
    userAgent: `pr-debate/${version}`,
    request: { fetch: fetchWhole },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    throttle: {
      onRateLimit: wait("primary"),
      onSecondaryRateLimit: wait("secondary"),
      // Of the plugin's limits only the one of requests at once is left, for each identity by itself.
      ...{ id: `${apiUrl} ${identity}`, write: unpaced, notifications: unpaced },
    },
    retry: { retries: mostRepeats, doNotRetry: [400, 401, 403, 404, 406, 410, 422, 429, 451] },
  });
  octokit.hook.wrap("request", async (request, given) => {
    const isGraphql = given.url.endsWith("/graphql");
    const isMutation = isGraphql && /^\s*mutation\b/.test(String(given["query"] ?? ""));
    const isRead = given.method === "GET" || (isGraphql && !isMutation);
    const what = isGraphql ? "GraphQL" : `${given.method} ${given.url}`;
    // In place: the plugins' hooks are bound to this very object, and a copy reaches none of them.
    given.headers["x-github-api-version"] = "2022-11-28";
    // Left out for a read: with a number here the retry plugin repeats any failure at once, refusals too.
    if (!isRead) given.request = { ...given.request, retries: 0 };
    if (isGraphql) given.url = graphqlUrl;
    if (!isRead) {
      const write = { route: given.url, isCourtesy: isCourtesy(given) };
      await pace.turn(key, write, given.request?.signal ?? never);
      await credential.mayWrite();
    }
    try {
      given.headers.authorization = `token ${await credential.tokenFor(!isRead)}`;
      return await Promise.resolve(request(given)).catch(async (error: unknown) => {
        if (credential.renewedFor === undefined || !isUnknownToken(error)) throw error;
        // Once: nothing was done with a token that GitHub does not know.
        given.headers.authorization = `token ${await credential.renewedFor(!isRead)}`;
        return request(given);
      });
    } catch (error) {
      throw githubErrorOf(error, what, credential.issued());
    }
  });
  return {
    repositoryId: options.repositoryId,
    request: octokit.request,
    graphql: async (document, variables, signal) => {
      try {
        return await octokit.graphql(document, { ...variables, request: { signal } });
      } catch (error) {
        throw githubErrorOf(error, "GraphQL", credential.issued());
      }
    },
  };
}

function isUnknownToken(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 401;
}

/** A token that is there from the start, as a workflow's. */
function lasting(token: string): Credential {
  return { identity: token, tokenFor: async () => token, mayWrite: async () => {}, issued: () => [token] };
}

/** A request that nobody needs: no limit is waited for. */
function isCourtesy(given: object): boolean {
  return "request" in given && Object(given.request).isCourtesy === true;
}

const never = new AbortController().signal;

function ignore(): void {}

/** How a run reaches GitHub. */
export interface GitHubAccess {
  readonly github: {
    readonly token: string | Credential;
    readonly apiUrl: string;
    readonly graphqlUrl: string;
    /** GitHub's id of the repository, which stays the same when it is renamed. Absent where it is not known. */
    readonly repositoryId?: string;
    /** 0: no limit. Null or absent: the limit that GitHub's own servers ask for. */
    readonly writesPerMinute?: number | null;
  };
  readonly version: string;
  readonly emit: Emit;
}

/** A debate ends within `budget.minutes`; waiting for GitHub's limits may take this much besides. */
const patienceMs = 30 * 60_000;

/** The client of one run. */
export function clientFor({ github, version, emit }: GitHubAccess): GitHub {
  if (github.token === "")
    throw new ReviewError("There is no GitHub token.", "Set GITHUB_TOKEN, or the input github-token.");
  const end = performance.now() + patienceMs;
  const onNote = (text: string): void => emit({ type: "note", text });
  return githubClient({ ...github, version, deadlineMs: () => end - performance.now(), onNote });
}

const requestTimeoutMs = 30_000;
/** Statuses of success whose answers need not have a body. */
const bodiless = [202, 204, 205];
const Content = z.union([z.looseObject({}), z.array(z.unknown())]);

/**
 * Fetch with a time limit, for Octokit. An answer counts only whole: Octokit would give an empty text for a success whose body broke off,
 * and that looks like an empty list. Here it is a broken connection, so reads are repeated and writes looked for.
 */
export async function fetchWhole(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(url, { ...init, signal });
    return response.ok && !bodiless.includes(response.status) ? await whole(response) : response;
  } catch (error) {
    // Octokit passes this one name on and repeats everything else.
    throw init.signal?.aborted === true ? new DOMException("interrupted", "AbortError") : error;
  }
}

async function whole(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, statusText, headers } = response;
  if (!isContent(text)) throw new Error(`the answer with status ${status} broke off or is no JSON`);
  return new Response(text, { status, statusText, headers });
}

function isContent(text: string): boolean {
  try {
    return Content.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
