import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { Messages } from "@anthropic-ai/sdk/resources/messages/messages";
import { cappedFetch } from "./call.ts";
import type { HttpEndpoint } from "./vendor.ts";

/** The SDK's messages, and nothing else of it: its `Anthropic` holds every resource, and would be four times as large in the bundle. */
export function messagesAt({ name, url, key, headers, timeoutMs }: HttpEndpoint): Messages {
  const client = new BaseAnthropic({
    apiKey: key ?? "none",
    baseURL: url ?? "https://api.anthropic.com",
    defaultHeaders: headers,
    fetch: cappedFetch(name),
    maxRetries: 0,
    // Ours covers the whole call and says so; the SDK's must not come first.
    timeout: timeoutMs * 2,
    // Whatever is left open here, the SDK would look up in the process's environment.
    logLevel: "off",
    openTelemetry: false,
    webhookKey: null,
  });
  return new Messages(client);
}
