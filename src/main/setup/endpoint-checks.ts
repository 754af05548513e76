import { ReviewError } from "../../domain/errors.ts";
import { type Provider, ProviderError, type ProviderRequest } from "../../domain/provider.ts";
import type { Environment } from "../../local/git.ts";
import { keysIn, withoutKeys } from "../../vendors/environment.ts";
import type { SeatSpec } from "../../vendors/vendor.ts";
import { type Check, fine, problem, warning } from "./check.ts";

export interface AskOptions {
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** A few dozen tokens. The limit leaves room for a model that thinks before it answers. */
const question: ProviderRequest = {
  system: "You are asked whether this connection works.",
  batch: "",
  task: "# Stage: doctor\n\nAnswer with the word ok. Call no tool.",
  maxOutputTokens: 256,
};

const someTool = {
  name: "list_files",
  description: "Lists the files of the repository.",
  schema: { type: "object", properties: {}, additionalProperties: false },
};

/** Asks every model of the seats once, all at the same time. A program is not started: that takes long, and may cost. */
export async function endpointChecks(
  seats: readonly SeatSpec[],
  options: AskOptions,
  signal: AbortSignal,
): Promise<Check[]> {
  const models = new Map(seats.map((seat) => [`${seat.provider}:${seat.model}`, seat] as const));
  const asked = [...models].filter(([, { provider }]) => !provider.startsWith("command:"));
  return Promise.all(asked.map(([name, seat]) => endpointCheck(name, seat, options, signal)));
}

async function endpointCheck(name: string, seat: SeatSpec, options: AskOptions, signal: AbortSignal): Promise<Check> {
  const provider = withoutKeys(seat.open(), keysIn(options.env));
  const start = options.now();
  try {
    const { takesTools, servedModel } = await askModel(provider, options.timeoutMs, signal);
    const served = servedModel === null || servedModel === seat.model ? "" : ` as ${servedModel}`;
    const answered = `answers${served} after ${((options.now() - start) / 1000).toFixed(1)} s`;
    if (takesTools) return fine(name, `${answered} and takes tools`);
    return warning(name, `${answered}, but takes no tools: its seat gets a slice of the repository instead`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError || error instanceof ReviewError)
      return problem(name, error.message, "Correct what the message names, then run pr-debate doctor again.");
    if (error instanceof DOMException && error.name === "TimeoutError")
      return problem(name, `no answer within ${options.timeoutMs / 1000} s`, slow);
    throw error;
  }
}

const slow = "Check the address and the network, or allow more time with --timeout.";

/** First with a tool on offer. A refusal of tools may come without a request, so the model is then asked without. */
async function askModel(provider: Provider, timeoutMs: number, signal: AbortSignal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const { servedModel } = await provider.complete({ ...question, tools: [someTool] }, limit);
    return { takesTools: true, servedModel };
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === "no-tools")) throw error;
    const { servedModel } = await provider.complete(question, limit);
    return { takesTools: false, servedModel };
  }
}
