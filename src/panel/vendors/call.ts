import { z } from "zod";
import { messageOf } from "../../domain/errors.ts";
import { type Provider, ProviderError, type ProviderReply, type ProviderRequest } from "../../domain/provider.ts";
import { redact } from "../../text/redact.ts";
import { cutCharacters, plain } from "../../text/text.ts";
import { maybeText } from "./answers.ts";
import { cutPrompt } from "./cut-prompt.ts";
import { proxyRefusal, rows } from "./fault-table.ts";
import { type Body, namesIn, type OptionalParameters, refusedParameter } from "./parameters.ts";
import { type Fault, type HttpEndpoint, parseJson } from "./vendor.ts";

/** More than any answer to our questions needs. */
export const maxOutputBytes = 4 * 1024 * 1024;

/** The parts of an SDK that a provider is made of. `connect` loads the SDK, at the first call. */
interface Sdk<Client> {
  connect(endpoint: HttpEndpoint): Promise<Client>;
  send(client: Client, request: ProviderRequest, signal: AbortSignal): Promise<unknown>;
  replyOf(answer: unknown, endpoint: HttpEndpoint): ProviderReply;
  /** The body as it is sent and the parameters that it can do without. Left out: a refusal of one is final. */
  readonly leavesOut?: { readonly optional: OptionalParameters; bodyOf(request: ProviderRequest): Body };
}

/**
 * A provider over HTTP. The time limit covers the whole call, not only the first byte: a server that stalls in the body is cut off
 * too (F09). Throws the signal's reason after an abort, else `ProviderError`.
 */
export function httpProvider<Client>(endpoint: HttpEndpoint, sdk: Sdk<Client>): Provider {
  let client: Promise<Client> | undefined;
  return {
    async complete(request, signal) {
      client ??= sdk.connect(endpoint);
      const connected = await client;
      const limit = AbortSignal.timeout(endpoint.timeoutMs);
      const answer = await sdk.send(connected, request, AbortSignal.any([signal, limit])).catch((error: unknown) => {
        if (signal.aborted) throw signal.reason;
        if (limit.aborted) throw tooSlow(endpoint);
        throw providerError(error, endpoint, { now: Date.now(), ...offersIn(request, sdk) });
      });
      const reply = sdk.replyOf(answer, endpoint);
      const cut = cutPrompt(request, reply.usage, endpoint);
      if (cut !== null) throw cut;
      return reply;
    },
  };
}

type Offers = Pick<Fault, "offers" | "sent" | "canLeaveOut">;

function offersIn(request: ProviderRequest, { leavesOut }: Pick<Sdk<unknown>, "leavesOut">): Offers {
  const offers = { tools: request.tools !== undefined, reasoning: request.reasoning !== undefined };
  if (leavesOut === undefined) return { offers, sent: {}, canLeaveOut: [] };
  const { optional, bodyOf } = leavesOut;
  return { offers, sent: namesIn(bodyOf(request), optional), canLeaveOut: Object.keys(optional) };
}

function tooSlow({ name, timeoutMs }: HttpEndpoint): ProviderError {
  return new ProviderError("retry", `${name} gave no complete answer within ${timeoutMs / 1000} s.`);
}

/**
 * Fetch for a vendor's SDK that reads an answer whole and gives up on an endless one. The bytes are counted as they come out of the
 * decompression, in answers of success and of failure: a small compressed body can unfold to gigabytes.
 */
export function cappedFetch(name: string): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { body, status, statusText, headers, ok } = response;
    if (!ok)
      throw new FailedAnswer(status, headers, body === null ? "" : (await readBody(body, name)).toString("utf8"));
    return body === null ? response : new Response(await readBody(body, name), { status, statusText, headers });
  };
}

/** Leaving the loop closes the connection. */
async function readBody(body: ReadableStream<Uint8Array>, name: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxOutputBytes) throw tooLong(name);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Final: a server that sends this much would send it again. */
function tooLong(name: string): ProviderError {
  return new ProviderError("final", `${name} sent more than ${maxOutputBytes / 1024 / 1024} MB.`);
}

/** An answer with a status of failure. The SDKs would drop the body of those that they do not know. */
class FailedAnswer extends Error {
  override readonly name = "FailedAnswer";
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  constructor(status: number, headers: Headers, text: string) {
    super(`The answer has the status ${status}`);
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}

/** The fields that SDKs put on the errors of a fetch that is not ours. */
const SdkError = z.object({ status: z.number(), error: z.unknown() });

function failedAnswerOf(thrown: unknown): FailedAnswer | null {
  const { data } = SdkError.safeParse(thrown);
  return data === undefined ? null : new FailedAnswer(data.status, new Headers(), JSON.stringify(data.error ?? {}));
}

const ErrorBody = z.object({
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  type: maybeText,
  message: maybeText,
  param: maybeText,
  details: z.object({ error_code: maybeText }).nullish().catch(null),
});
const Wrapped = z.object({ error: ErrorBody });
/** Errors as servers send them that follow neither vendor. */
const Plain = z
  .object({ error: z.string() })
  .or(z.object({ detail: z.string() }).transform(({ detail: error }) => ({ error })));
const longestReason = 300;

/** Has no `cause`: the failed answer may echo our key (H77). */
function providerError(
  thrown: unknown,
  endpoint: HttpEndpoint,
  { now, ...offers }: Offers & { readonly now: number },
): ProviderError {
  return ownError(thrown) ?? errorOf({ ...faultOf(thrown, now), ...offers }, endpoint);
}

/** Our own error behind an SDK's: SDKs wrap every error of their `fetch`. */
function ownError(thrown: unknown): ProviderError | null {
  return chainOf(thrown).find((error) => error instanceof ProviderError) ?? null;
}

/** The error in the body of a 200, as some services send it; null when there is none. */
export function errorInBody(body: unknown, endpoint: HttpEndpoint): ProviderError | null {
  const { data } = Wrapped.safeParse(body);
  if (data === undefined) return null;
  const { code, type, message } = data.error;
  const status = typeof code === "number" ? code : (endpoint.errors.statuses[type ?? ""] ?? 500);
  return errorOf({ ...blank, status, codes: codesOf(data.error), message: message ?? "no reason given" }, endpoint);
}

/** The error for an answer of something other than this API, such as a proxy's login page (F10). */
export function notAnAnswer(body: unknown, endpoint: HttpEndpoint): ProviderError {
  const start = typeof body === "string" ? body : JSON.stringify(body ?? null);
  return errorOf({ ...blank, foreign: true, message: start }, endpoint);
}

const blank: Fault = {
  ...{ status: null, codes: [], network: null, foreign: false, about: "", message: "", retryAfterMs: undefined },
  ...{ offers: { tools: false, reasoning: false }, sent: {}, canLeaveOut: [] },
};

function faultOf(thrown: unknown, now: number): Fault {
  // A body that broke off: undici's TypeError on a reset, or JSON that ends too early.
  if (thrown instanceof SyntaxError) return { ...blank, network: "cut", message: "the answer broke off" };
  const failed = chainOf(thrown).find((error) => error instanceof FailedAnswer) ?? failedAnswerOf(thrown);
  const proxyStatus = refusedByProxy(thrown);
  if (proxyStatus !== null) return { ...blank, status: proxyStatus, foreign: true, message: proxyRefusal };
  if (failed === null) return { ...blank, network: networkCodeOf(thrown), message: messageOf(thrown) };
  const answer = parseJson(failed.text);
  const body = Wrapped.safeParse(answer).data?.error ?? ErrorBody.safeParse(answer).data;
  return {
    ...blank,
    status: failed.status,
    foreign: answer === undefined && failed.text.trim() !== "",
    codes: body === undefined ? [] : codesOf(body),
    about: body?.param ?? "",
    message: body?.message ?? Plain.safeParse(answer).data?.error ?? (failed.text.trim() || "it gave no reason"),
    retryAfterMs: retryAfterOf(failed.headers, now),
  };
}

function codesOf({ code, type, details }: z.infer<typeof ErrorBody>): string[] {
  return [code, type, details?.error_code].filter((value) => typeof value === "string");
}

/** The system's code of a failed connection, from anywhere in the chain of causes; null for another failure. */
function networkCodeOf(thrown: unknown): string | null {
  for (const error of chainOf(thrown)) if ("code" in error && typeof error.code === "string") return error.code;
  return /^(?:Connection error|Request timed out|terminated|fetch failed)/.test(messageOf(thrown)) ? "lost" : null;
}

/** The status by which a proxy refuses to connect, as undici words it; null for another failure. */
function refusedByProxy(thrown: unknown): number | null {
  for (const { message } of chainOf(thrown)) {
    if (/^proxy authentication required/i.test(message)) return 407;
    const status = /^Proxy response \((?<status>\d{3})\)/.exec(message)?.groups?.["status"];
    if (status !== undefined) return Number(status);
  }
  return null;
}

/** An error and its causes. */
function chainOf(thrown: unknown): Error[] {
  const chain: Error[] = [];
  for (let error = thrown; error instanceof Error && chain.length < 5; error = error.cause) chain.push(error);
  return chain;
}

/**
 * `retry-after` in seconds or as a date (RFC 9110 §10.2.3), `retry-after-ms` as OpenAI and Azure send it. A date is on the server's clock, so
 * it is compared with the server's own `date`: a machine whose clock is an hour off must neither wait for it nor give up (F20).
 */
function retryAfterOf(headers: Headers, now: number): number | undefined {
  const inMs = headers.get("retry-after-ms") ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(inMs)) return Math.ceil(Number(inMs));
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  const sent = Date.parse(headers.get("date") ?? "");
  return /[a-z]/i.test(value) && !Number.isNaN(date)
    ? Math.max(0, date - (Number.isNaN(sent) ? now : sent))
    : undefined;
}

function errorOf(fault: Fault, endpoint: HttpEndpoint): ProviderError {
  const row = rows.find((candidate) => candidate.when(fault, endpoint));
  const kind = row?.kind ?? "final";
  const reason = cutCharacters(/^\s*</.test(fault.message) ? "an HTML page" : plain(fault.message), longestReason);
  const sentence = row?.say(fault, endpoint, reason) ?? `${endpoint.name} failed: ${reason}`;
  const secrets = [endpoint.key, ...Object.values(endpoint.headers)].filter((secret) => secret !== null);
  const { retryAfterMs, sent } = fault;
  const parameter = kind === "no-parameter" ? refusedParameter(fault) : null;
  return new ProviderError(kind, redact(sentence, secrets), {
    ...(kind === "retry" && retryAfterMs !== undefined ? { retryAfterMs } : {}),
    ...(parameter === null ? {} : { parameter: { name: parameter, otherName: sent[parameter] ?? null } }),
  });
}
