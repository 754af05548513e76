import type { ProviderError } from "../domain/provider.ts";
import type { HttpEndpoint } from "./vendor.ts";

/** A failed call in one shape for all vendors. `network` is the system's code of a broken connection, `foreign` an answer of another API. */
export interface Fault {
  readonly status: number | null;
  readonly codes: readonly string[];
  readonly network: string | null;
  readonly foreign: boolean;
  readonly message: string;
  readonly retryAfterMs: number | undefined;
}

export interface Row {
  readonly vendor: string;
  /** Where the rule is written down. */
  readonly source: string;
  readonly when: (fault: Fault, endpoint: HttpEndpoint) => boolean;
  readonly kind: ProviderError["kind"];
  /** `reason` is the vendor's own sentence, made short and plain. */
  readonly say: (fault: Fault, endpoint: HttpEndpoint, reason: string) => string;
}

const anthropicErrors = "platform.claude.com/docs/en/api/errors";
const openAiErrors = "developers.openai.com/api/docs/guides/error-codes";
const openRouterErrors = "openrouter.ai/docs/api/reference/errors-and-debugging";

const spendCodes = new Set([
  ...["enforced_spend_limit_reached", "contract_spend_limit_reached", "linked_organization_spend_limit_reached"],
  ...["linked_organization_billing_unavailable", "billing_error", "insufficient_quota", "credit_balance_exhausted"],
  ...["billing_hard_limit_reached", "billing_not_active", "spend_limit_reached", "usage_limit_reached"],
]);

/** The first row that matches decides; the only place that looks into a vendor's wording. */
export const rows: readonly Row[] = [
  {
    vendor: "any",
    source: "a proxy's page, or a base URL that leads elsewhere",
    when: (fault) => fault.foreign,
    kind: "final",
    say: (_, { name, settings }, reason) =>
      `${name} sent something that is not an API answer (${reason}): check ${settings.url}.`,
  },
  {
    vendor: "anthropic, openai",
    source: `${anthropicErrors} (429 with details.error_code and no retry-after); ${openAiErrors} (429 insufficient_quota)`,
    when: (fault) => fault.codes.some((code) => spendCodes.has(code)),
    kind: "final",
    say: spent,
  },
  {
    vendor: "anthropic",
    source: `${anthropicErrors}: a spend limit that the customer set is a 400 known by its wording`,
    when: ({ status, message }) =>
      status === 400 && /reached your specified .{0,20}API usage limits|credit balance is too low/i.test(message),
    kind: "final",
    say: spent,
  },
  {
    vendor: "openrouter, anthropic",
    source: `${openRouterErrors}: 402 out of credits`,
    when: ({ status }) => status === 402,
    kind: "final",
    say: spent,
  },
  {
    vendor: "anthropic, openai",
    source: `${anthropicErrors}: 413; ${openAiErrors}: 400 context_length_exceeded; 400 by wording elsewhere`,
    when: ({ status, codes, message }) =>
      status === 413 ||
      codes.includes("context_length_exceeded") ||
      (status === 400 && /prompt is too long|context (?:length|window|size)|maximum context/i.test(message)),
    kind: "final",
    say: (_, { name, model }, reason) =>
      `The request is too large for ${model} at ${name} (${reason}): use a model with a larger context.`,
  },
  {
    vendor: "any",
    source: "RFC 9110: 401, 403",
    when: ({ status }) => status === 401 || status === 403,
    kind: "final",
    say: ({ status }, { name, settings }, reason) =>
      `${name} did not accept the key (${status}: ${reason}): check ${settings.key}.`,
  },
  {
    vendor: "any",
    source: `${anthropicErrors}, ${openAiErrors}: an unknown or retired model is a 404`,
    when: ({ status }) => status === 404,
    kind: "final",
    say: (_, { name, model, settings }, reason) =>
      `The model ${model} was not found at ${name} (404: ${reason}): check PR_DEBATE_SEATS, the settings' seats, and ${settings.url}.`,
  },
  {
    vendor: "any",
    source: "RFC 6585: 429",
    when: ({ status }) => status === 429,
    kind: "retry",
    say: (_, { name }, reason) => `${name} limits the rate of calls (429: ${reason}).`,
  },
  {
    vendor: "any",
    source: `${anthropicErrors}: 500, 504, 529 overloaded; 408 and 409 as the vendors' SDKs treat them`,
    when: ({ status }) => status !== null && (status >= 500 || status === 408 || status === 409),
    kind: "retry",
    say: ({ status }, { name }, reason) => `${name} could not answer (${status}: ${reason}).`,
  },
  {
    vendor: "any",
    source: "a connection that was refused, reset or cut",
    when: ({ network }) => network !== null,
    kind: "retry",
    say: ({ network }, { name, url, settings }) =>
      url === null
        ? `The connection to ${name} failed (${network}); if it stays so, check ${settings.url} and the network.`
        : `The connection to ${name} at ${addressOf(url)} failed (${wordsOf(network)}): check that a server answers there, or correct ${settings.url}.`,
  },
  {
    vendor: "any",
    source: "every other 4xx is about this request",
    when: ({ status }) => status !== null,
    kind: "final",
    say: ({ status }, { name, model }, reason) => `${name} rejected the request to ${model} (${status}): ${reason}`,
  },
];

const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  ECONNRESET: "connection reset",
};

/** The system's code, with its meaning where a reader may not know it. */
function wordsOf(code: string | null): string {
  const words = code !== null && Object.hasOwn(networkWords, code) ? networkWords[code] : undefined;
  return words === undefined ? `${code}` : `${words}, ${code}`;
}

/** Protocol, host and port: the rest of an address, or a name and password in it, may be a secret. */
function addressOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "its address";
}

function spent({ status }: Fault, { name, settings }: HttpEndpoint, reason: string): string {
  return `The account of ${name} is out of credit or over its spend limit (${status}: ${reason}): raise it there, or set another ${settings.key}.`;
}
