import type { ProviderError } from "../../domain/provider.ts";
import { refusedParameter } from "./parameters.ts";
import type { ErrorRule, Fault, HttpEndpoint } from "./vendor.ts";

export interface FaultRow {
  /** Where the rule is written down. */
  readonly source: string;
  readonly when: (fault: Fault, endpoint: HttpEndpoint) => boolean;
  readonly kind: ProviderError["kind"];
  /** `reason` is the vendor's own sentence, made short and plain. */
  readonly say: (fault: Fault, endpoint: HttpEndpoint, reason: string) => string;
}

/** The first row that matches decides. Vendors' own codes and wordings are in their `errors`; here are the rules for all of them. */
export const rows: readonly FaultRow[] = [
  {
    source: "a proxy's page, or an address of another API",
    when: (fault) => fault.foreign && fault.status === null,
    kind: "final",
    say: (_, { name, settings }, reason) =>
      `${name} sent something that is not an API answer (${reason}): check ${settings.address}.`,
  },
  {
    source: "openrouter.ai/docs/api/reference/errors-and-debugging: 402 out of credits",
    when: (fault, endpoint) => fault.status === 402 || means("out-of-credit", fault, endpoint),
    kind: "final",
    say: ({ status }, { name, settings }, reason) =>
      `The account of ${name} is out of credit or over its spend limit (${status}: ${reason}): raise it there, or set another ${settings.key}.`,
  },
  {
    source: "RFC 9110: 413",
    when: (fault, endpoint) => fault.status === 413 || means("too-large", fault, endpoint),
    kind: "final",
    say: (_, { name, model }, reason) =>
      `The request is too large for ${model} at ${name} (${reason}): use a model with a larger context.`,
  },
  {
    source:
      "Ollama 400 'does not support tools'; vLLM 400 '--enable-auto-tool-choice'; OpenRouter 404 'that support tool use'; OpenAI 400 'Function tools'",
    when: (fault) => fault.offers.tools && isAbout(fault, namesTools, ["tools", "tool_choice"]),
    kind: "no-tools",
    say: ({ status }, { name, model }, reason) => `${model} at ${name} does not take tools (${status}: ${reason})`,
  },
  {
    source: "OpenAI 400 'Unsupported parameter: reasoning_effort'; Anthropic 400 'adaptive thinking is not supported'",
    when: (fault) => fault.offers.reasoning && isAbout(fault, namesReasoning, reasoningParameters),
    kind: "no-reasoning",
    say: ({ status }, { name, model }, reason) => `${model} at ${name} does not take reasoning (${status}: ${reason})`,
  },
  {
    source:
      "OpenAI 400 unsupported_parameter; vLLM, Mistral 'Extra inputs are not permitted'; Azure 'Unrecognized request argument'",
    when: (fault) => isAboutRequest(fault.status) && fault.canLeaveOut.includes(refusedParameter(fault) ?? ""),
    kind: "no-parameter",
    say: (fault, { name, model }, reason) =>
      `${model} at ${name} does not take ${refusedParameter(fault)} (${fault.status}: ${reason})`,
  },
  {
    source: "RFC 9110: 407; a page of a proxy or firewall has no error of the API in it",
    when: ({ status, foreign, message }) =>
      status === 407 ||
      (foreign && (status === 403 || (isRefusal(status) && (message === proxyRefusal || /^\s*</.test(message))))),
    kind: "final",
    say: ({ status }, { name, url, settings, proxy = "" }, reason) =>
      `A proxy or firewall answered, not the API of ${name} (${status}: ${reason}): let it pass ${url === null ? "that vendor's address" : addressOf(url)}${proxy}, or check ${settings.address} and HTTPS_PROXY.`,
  },
  {
    source: "RFC 9110: 401, 403",
    when: ({ status }) => status === 401 || status === 403,
    kind: "final",
    say: ({ status }, { name, settings }, reason) =>
      `${name} did not accept the key (${status}: ${reason}): check ${settings.key}.`,
  },
  {
    source: "all vendors: 404 for an unknown or retired model",
    when: ({ status }) => status === 404,
    kind: "final",
    say: (_, { name, model, settings }, reason) =>
      `The model ${model} was not found at ${name} (404: ${reason}): check PR_DEBATE_SEATS, the settings' seats, and ${settings.address}.`,
  },
  {
    source: "RFC 6585: 429",
    when: ({ status }) => status === 429,
    kind: "retry",
    say: (_, { name }, reason) => `${name} limits the rate of calls (429: ${reason}).`,
  },
  {
    source: "all vendors: 500 and above; 408 and 409 as their SDKs treat them",
    when: ({ status }) => status !== null && (status >= 500 || status === 408 || status === 409),
    kind: "retry",
    say: ({ status }, { name }, reason) => `${name} could not answer (${status}: ${reason}).`,
  },
  {
    source: "a connection that was refused, reset or cut",
    when: ({ network }) => network !== null,
    kind: "retry",
    say: ({ network }, { name, url, settings, proxy = "" }) =>
      url === null
        ? `The connection to ${name}${proxy} failed (${network}). If it keeps failing, check ${settings.address} and the network.`
        : `The connection to ${name} at ${addressOf(url)}${proxy} failed (${wordsOf(network)}): check that a server answers there, or correct ${settings.address}.`,
  },
  {
    source: "every other 4xx is about this request",
    when: ({ status }) => status !== null,
    kind: "final",
    say: ({ status }, { name, model }, reason) => `${name} rejected the request to ${model} (${status}): ${reason}`,
  },
];

/** Stands for the message of a proxy that refuses to connect. */
export const proxyRefusal = "it refused the connection";

const reasoningParameters = ["reasoning_effort", "reasoning", "thinking", "output_config"];

/** Whether the request was refused for what a pattern names, and not for another parameter. */
function isAbout(fault: Fault, pattern: RegExp, parameters: readonly string[]): boolean {
  const named = refusedParameter(fault);
  const isOther = named !== null && !parameters.includes(named);
  return isAboutRequest(fault.status) && !isOther && pattern.test(`${fault.about} ${fault.message}`);
}

const namesTools = /\btools?\b|\btool[_-]|function[ _-]?call/i;
const namesReasoning = /reasoning|thinking|\beffort\b/i;

function isAboutRequest(status: number | null): boolean {
  return status !== null && [400, 404, 405, 422, 501].includes(status);
}

/** Statuses that a proxy answers for good. The others are repeated or have a row of their own. */
function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && ![402, 408, 409, 413, 429].includes(status);
}

function means(meaning: ErrorRule["means"], fault: Fault, { errors }: HttpEndpoint): boolean {
  return errors.rules.some((rule) => rule.means === meaning && rule.when(fault));
}

const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  ECONNRESET: "connection reset",
};

/** The system's code, with its meaning where we know it. */
function wordsOf(code: string | null): string {
  const words = code !== null && Object.hasOwn(networkWords, code) ? networkWords[code] : undefined;
  return words === undefined ? `${code}` : `${words}, ${code}`;
}

/** Protocol, host and port. The rest of an address may hold a secret. */
function addressOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "its address";
}
