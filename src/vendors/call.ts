import { z } from "zod";
import { messageOf } from "../domain/errors.ts";
import { ProviderError } from "../domain/provider.ts";
import { cutCharacters, plain, redact } from "../text/text.ts";
import { maxOutputBytes } from "./command.ts";
import { type Fault, rows } from "./fault-table.ts";
import type { HttpEndpoint } from "./vendor.ts";

/**
 * One call over HTTP with a limit on the whole of it, not only on the first byte: a server that stalls in the body is cut off too (F09).
 * Throws the signal's reason after an abort, else `ProviderError`.
 */
export async function callVendor<Reply>(
  endpoint: HttpEndpoint,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  const limit = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    return await send(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) throw tooSlow(endpoint);
    throw providerError(error, endpoint, Date.now());
  }
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
    const { body, status, statusText, headers } = response;
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

/** Final: whoever sends this much sends it again. */
function tooLong(name: string): ProviderError {
  return new ProviderError("final", `${name} sent more than ${maxOutputBytes / 1024 / 1024} MB.`);
}

/** What both SDKs put on their errors; everything else about them is theirs. */
const SdkError = z.object({
  status: z.number().optional(),
  headers: z.instanceof(Headers).optional(),
  error: z.unknown().optional(),
  message: z.string(),
});
const ErrorBody = z.object({
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
  details: z.object({ error_code: z.string().nullish() }).nullish(),
});
const Wrapped = z.object({ error: ErrorBody });

/** Statuses of errors that arrive in the body of a 200 answer with no number. */
const statusOfType: Readonly<Record<string, number>> = { overloaded_error: 529, rate_limit_error: 429, api_error: 500 };
const longestReason = 300;

/**
 * The `ProviderError` for whatever a call threw. It has no `cause`: the SDK's error carries the response with all that a server may echo,
 * such as our key (H77).
 */
export function providerError(thrown: unknown, endpoint: HttpEndpoint, now: number): ProviderError {
  return ownError(thrown) ?? errorOf(faultOf(thrown, now), endpoint);
}

/** An error of ours that came through an SDK, which wraps whatever its `fetch` throws; null where there is none. */
function ownError(thrown: unknown): ProviderError | null {
  return chainOf(thrown).find((error) => error instanceof ProviderError) ?? null;
}

/** Some services answer 200 and put the error into the body; null when there is none. */
export function errorInBody(body: unknown, endpoint: HttpEndpoint): ProviderError | null {
  const { data } = Wrapped.safeParse(body);
  if (data === undefined) return null;
  const { code, type, message } = data.error;
  const status = typeof code === "number" ? code : (statusOfType[type ?? ""] ?? 500);
  return errorOf({ ...blank, status, codes: codesOf(data.error), message: message ?? "no reason given" }, endpoint);
}

/** An answer that is no answer of this API, such as a proxy's login page (F10). */
export function notAnAnswer(body: unknown, endpoint: HttpEndpoint): ProviderError {
  const start = typeof body === "string" ? body : JSON.stringify(body ?? null);
  return errorOf({ ...blank, foreign: true, message: start }, endpoint);
}

const blank: Fault = { status: null, codes: [], network: null, foreign: false, message: "", retryAfterMs: undefined };

function faultOf(thrown: unknown, now: number): Fault {
  // A body that broke off: undici's TypeError on a reset, or JSON that ends too early.
  if (thrown instanceof SyntaxError) return { ...blank, network: "cut", message: "the answer broke off" };
  const network = networkCodeOf(thrown);
  const { data } = SdkError.safeParse(thrown);
  if (data?.status === undefined) return { ...blank, network, message: messageOf(thrown) };
  const wrapped = Wrapped.safeParse(data.error).data?.error;
  const body = wrapped ?? ErrorBody.safeParse(data.error).data;
  return {
    ...blank,
    status: data.status,
    codes: body === undefined ? [] : codesOf(body),
    // Without JSON the SDK's message is the status and then the body, such as a proxy's page.
    message: body?.message ?? data.message.replace(/^\d{3} /, ""),
    retryAfterMs: retryAfterOf(data.headers, now),
  };
}

function codesOf({ code, type, details }: z.infer<typeof ErrorBody>): string[] {
  return [code, type, details?.error_code].filter((value) => typeof value === "string");
}

/** The system's code of a failed connection, from anywhere in the chain of causes; null when it was none. */
function networkCodeOf(thrown: unknown): string | null {
  for (const error of chainOf(thrown)) if ("code" in error && typeof error.code === "string") return error.code;
  return /^(?:Connection error|Request timed out|terminated|fetch failed)/.test(messageOf(thrown)) ? "lost" : null;
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
function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const inMs = headers?.get("retry-after-ms") ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(inMs)) return Math.ceil(Number(inMs));
  const value = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  const sent = Date.parse(headers?.get("date") ?? "");
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
  const { retryAfterMs } = fault;
  return new ProviderError(
    kind,
    redact(sentence, secrets),
    kind === "retry" && retryAfterMs !== undefined ? { retryAfterMs } : {},
  );
}
