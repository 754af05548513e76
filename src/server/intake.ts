import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Webhooks } from "@octokit/webhooks";
import { messageOf } from "../domain/errors.ts";
import type { Delivery } from "./accept.ts";
import { pathOf } from "./http.ts";
import { isWaitedFor, readWebhook } from "./requests.ts";
import type { Log, Metrics } from "./telemetry.ts";

/** GitHub sends no body over 25 MB (webhook docs, "Payload cap"). */
const mostBytes = 25 * 1024 * 1024;
/** Bytes of bodies in memory at once. Beyond it the answer is 503, and the reconciler asks GitHub for the delivery again. */
const mostBytesAtOnce = 64 * 1024 * 1024;
const bodyTimeoutMs = 10_000;
const lingerMs = 500;

/** Probot's webhooks, as far as they check a signature: one for each secret that counts. */
export type Verifier = Pick<Webhooks, "verify">;

export interface IntakeOptions {
  readonly appId: string;
  readonly verifiers: readonly Verifier[];
  /** Requests for other paths are left alone. */
  readonly path: string;
  /** Resolves once the delivery is kept; false: it was known. */
  readonly accept: (delivery: Delivery) => Promise<boolean>;
  readonly log: Log;
  readonly metrics: Metrics;
}

type Answer = readonly [status: number, text: string];
const tooLarge: Answer = [413, "The body is too large."];

/**
 * Takes a webhook in this order: size, signature, shape. It is kept, and only then acknowledged. An answer carries no detail, and nothing of
 * an unsigned body is parsed, logged or stored.
 */
export function webhookIntake(
  options: IntakeOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const { log, metrics } = options;
  let held = 0;

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const refusal = refusalOf(request);
    if (refusal !== null) return refusal;
    let own = 0;
    // Counts the bytes that arrived. Announcing many costs a stranger nothing.
    const refuse = (bytes: number): Answer | null => {
      own += bytes;
      held += bytes;
      if (own > mostBytes) return tooLarge;
      return held > mostBytesAtOnce ? [503, "Too much data at once; send it again later."] : null;
    };
    try {
      const body = await readBody(request, refuse);
      return Buffer.isBuffer(body) ? await take(request, body) : body;
    } finally {
      held -= own;
    }
  }

  async function take(request: IncomingMessage, body: Buffer): Promise<Answer> {
    if (!(await isSigned(body, headerOf(request, "x-hub-signature-256"), options.verifiers)))
      return [401, "The signature does not match."];
    const event = headerOf(request, "x-github-event");
    const guid = headerOf(request, "x-github-delivery");
    if (!/^[a-z_]{1,50}$/.test(event) || !/^[\w-]{1,100}$/.test(guid)) return [400, "The headers are not GitHub's."];
    const payload = parse(body);
    if (payload === undefined) return [400, "The body is not JSON."];
    const reading = readWebhook(event, payload, options.appId);
    // The header is not signed. With its text as a label, the holder of one signed body could fill the memory.
    metrics.delivered(isWaitedFor(event) ? event : "other", reading.kind);
    if (reading.kind === "inconsistent") return [400, "The event does not match the body."];
    if (reading.kind === "ignored") {
      log.debug({ event, guid, why: reading.why }, "ignored a webhook");
      return [202, "Ignored."];
    }
    const { installation, action, requests } = reading;
    const content = createHash("sha256").update(body).digest("hex");
    const isNew = await options.accept({ content, guid, event, action, installation, requests });
    log.info({ event, action, guid, installation, isNew }, "accepted a webhook");
    return [202, isNew ? "Accepted." : "Known."];
  }

  return async (request, response) => {
    if (pathOf(request) !== options.path) return false;
    const startedAt = performance.now();
    let [status, text]: Answer = [500, "It failed; send it again."];
    try {
      [status, text] = await answerTo(request);
    } catch (error) {
      log.error({ why: messageOf(error) }, "a webhook could not be kept");
    }
    metrics.answered(status, (performance.now() - startedAt) / 1_000);
    const headers = { "content-type": "text/plain; charset=utf-8", "content-length": text.length + 1 };
    if (request.complete) response.writeHead(status, headers).end(`${text}\n`);
    else {
      response.writeHead(status, { ...headers, connection: "close" }).write(`${text}\n`);
      cut(request, response);
    }
    return true;
  };
}

/**
 * An unread body would keep the connection busy, and cutting the connection at once would lose the answer. So the rest is read and dropped for
 * a moment.
 */
function cut(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => request.destroy(), lingerMs);
  request.once("end", () => response.end());
  request.once("close", () => clearTimeout(timer));
  request.resume();
}

/** Refuses by the headers alone, before a byte of the body is kept. */
function refusalOf(request: IncomingMessage): Answer | null {
  if (request.method !== "POST") return [405, "Send webhooks with POST."];
  if (Number(request.headers["content-length"]) > mostBytes) return tooLarge;
  return signature.test(headerOf(request, "x-hub-signature-256")) ? null : [401, "The signature is missing."];
}

const signature = /^sha256=[0-9a-f]{64}$/;

/**
 * Whether GitHub signed these very bytes with one of the secrets (`X-Hub-Signature-256`, GitHub docs "Validating webhook deliveries"). Probot
 * verifies text, and only valid UTF-8 gives back the same bytes.
 */
export async function isSigned(body: Buffer, header: string, verifiers: readonly Verifier[]): Promise<boolean> {
  if (body.length === 0 || !signature.test(header) || !isUtf8(body)) return false;
  const text = body.toString("utf8");
  const matches = await Promise.all(verifiers.map((webhooks) => webhooks.verify(text, header)));
  return matches.includes(true);
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}

/** The body; or the answer in its place, as soon as a part is refused or when it does not arrive. */
async function readBody(request: IncomingMessage, refuse: (bytes: number) => Answer | null): Promise<Buffer | Answer> {
  const late = AbortSignal.timeout(bodyTimeoutMs);
  const stop = () => request.destroy();
  late.addEventListener("abort", stop);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(chunk);
      const refusal = refuse(bytes.length);
      if (refusal !== null) return refusal;
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  } catch {
    return [408, "The body did not arrive."];
  } finally {
    late.removeEventListener("abort", stop);
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
