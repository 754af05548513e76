import type { Provider } from "../domain/provider.ts";
import { anthropicProvider } from "./anthropic.ts";
import { commandProvider } from "./command.ts";
import { openAiProvider } from "./openai.ts";
import type { CommandEndpoint, HttpEndpoint } from "./vendor.ts";

interface Endpoints {
  anthropic: HttpEndpoint;
  openai: HttpEndpoint;
  command: CommandEndpoint;
}
export type ProviderKind = keyof Endpoints;

/** How each kind of provider is spoken to; adding one is a file and a line. */
const factories: { readonly [Kind in ProviderKind]: (endpoint: Endpoints[Kind]) => Provider } = {
  anthropic: anthropicProvider,
  openai: openAiProvider,
  command: commandProvider,
};

export function openProvider<Kind extends ProviderKind>(kind: Kind, endpoint: Endpoints[Kind]): Provider {
  return factories[kind](endpoint);
}
