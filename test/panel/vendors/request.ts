import type { Provider, ProviderRequest } from "../../../src/domain/provider.ts";
import { vendors } from "../../../src/panel/vendors/index.ts";
import type { HttpEndpoint } from "../../../src/panel/vendors/vendor.ts";
import type { ModelServer } from "../../support/model-server.ts";

export const key = `sk${"-test-"}0123456789abcdefghij`;

export function aRequest(changes: Partial<ProviderRequest> = {}): ProviderRequest {
  return {
    system: "You review code.",
    batch: "const a = 1;\n".repeat(20),
    task: '# Stage: propose\n# Seat: claude\n# Round: 1\n# Batch: 1/1\nSay what is wrong.\n# Items:\n[{"id":"F1"}]',
    maxOutputTokens: 1_000,
    ...changes,
  };
}

export function anEndpoint(
  kind: "anthropic" | "openai",
  server: Pick<ModelServer, "url" | "openAiUrl">,
  changes: Partial<HttpEndpoint> = {},
): HttpEndpoint {
  const anthropic = kind === "anthropic";
  return {
    name: kind,
    model: anthropic ? "claude-opus-5-5" : "local-model",
    url: anthropic ? server.url : server.openAiUrl,
    key,
    settings: { key: `${kind.toUpperCase()}_API_KEY`, address: `${kind.toUpperCase()}_BASE_URL` },
    headers: {},
    timeoutMs: 10_000,
    errors: {
      statuses: Object.assign({}, ...vendors.map(({ errors }) => errors.statuses)),
      rules: vendors.flatMap(({ errors }) => errors.rules),
    },
    ...changes,
  };
}

export function openVendor(name: "anthropic" | "openai", endpoint: HttpEndpoint): Provider {
  const vendor = vendors.find((one) => one.name === name);
  if (vendor === undefined) throw new Error(`${name} is not in the table`);
  return vendor.open(endpoint);
}
