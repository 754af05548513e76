import { type Provider, ProviderError, type ProviderReply, type ProviderRequest } from "../domain/provider.ts";

/** What a seat's model does not take. It is remembered for the whole review, and noted once. */
export interface Refusals {
  known(kind: ProviderError["kind"]): ProviderError | undefined;
  remember(refusal: ProviderError): void;
}

/** The end of the note about each refusal: what happens instead. */
const instead: Partial<Readonly<Record<ProviderError["kind"], string>>> = {
  "no-tools": "it reads a slice instead",
  "no-reasoning": 'it is asked without the setting "reasoning"',
};

export function refusalsOf(seat: string, onNote: (text: string) => void): Refusals {
  const refused = new Map<ProviderError["kind"], ProviderError>();
  return {
    known: (kind) => refused.get(kind),
    remember(refusal) {
      if (!refused.has(refusal.kind)) onNote(`${seat}: ${refusal.message}; ${instead[refusal.kind]}.`);
      refused.set(refusal.kind, refusal);
    },
  };
}

/**
 * Sends nothing that the model has refused before. A request with tools then fails with `no-tools`, because the request without them has other
 * texts; one with `reasoning` is sent again without it.
 */
export function withRefusals(provider: Provider, refusals: Refusals): Provider {
  return { complete };

  async function complete(request: ProviderRequest, signal: AbortSignal): Promise<ProviderReply> {
    try {
      return await provider.complete(acceptable(request, refusals), signal);
    } catch (error) {
      if (!(error instanceof ProviderError && Object.hasOwn(instead, error.kind))) throw error;
      refusals.remember(error);
      if (error.kind === "no-tools") throw error;
      return complete(request, signal);
    }
  }
}

/** A provider that has no way to offer tools. */
export function withoutTools(name: string, provider: Provider): Provider {
  return {
    async complete(request, signal) {
      if (request.tools !== undefined) throw new ProviderError("no-tools", `${name} does not take tools`);
      return provider.complete(request, signal);
    },
  };
}

/** The request without what the model has refused. Throws the refusal of tools. */
function acceptable(request: ProviderRequest, { known }: Refusals): ProviderRequest {
  const noTools = known("no-tools");
  if (request.tools !== undefined && noTools !== undefined) throw noTools;
  if (known("no-reasoning") === undefined) return request;
  const { reasoning: _, ...without } = request;
  return without;
}
