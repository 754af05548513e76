import { BaseAnthropic, type ClientOptions } from "@anthropic-ai/sdk/client";
import type { HttpEndpoint } from "./vendor.ts";

/** The SDK's client alone, over the given `fetch`: its class `Anthropic` holds every resource and is four times as large in the bundle. */
export function anthropicClient(
  { url, key, headers, timeoutMs }: HttpEndpoint,
  fetch: ClientOptions["fetch"],
): BaseAnthropic {
  return new BaseAnthropic({
    apiKey: key ?? "none",
    baseURL: url ?? "https://api.anthropic.com",
    defaultHeaders: headers,
    fetch,
    maxRetries: 0,
    // Our own limit covers the whole call and has a clearer message, so the SDK's must not come first.
    timeout: timeoutMs * 2,
    // The SDK looks up every option that is missing here in the process's environment.
    logLevel: "off",
    openTelemetry: false,
    webhookKey: null,
  });
}
