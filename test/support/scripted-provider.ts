import { expect, onTestFinished } from "vitest";
import type { Provider, ProviderReply, ProviderRequest } from "../../src/domain/provider.ts";

/** What a model answers: data (as JSON), text, a reply of its own, or an error. */
export type Step = string | Error | { readonly reply: Partial<ProviderReply> } | { readonly json: unknown };

export interface ScriptedProvider extends Provider {
  /** Every request that was sent, in order. */
  readonly requests: readonly ProviderRequest[];
  /** The answers that were kept for replay. */
  readonly kept: readonly string[];
}

/** A model that answers from a script, in order. A call past its end fails at once, and an unused step fails the test at its end. */
export function scriptedProvider(...steps: Step[]): ScriptedProvider {
  const requests: ProviderRequest[] = [];
  const kept: string[] = [];
  onTestFinished(() => {
    expect(requests.length, "requests sent, of the steps in the script").toBe(steps.length);
  });
  return {
    requests,
    kept,
    async complete(request, signal) {
      signal.throwIfAborted();
      const step = steps[requests.length];
      requests.push(request);
      if (step === undefined) throw new Error(`unexpected request ${requests.length}: ${request.task.split("\n")[0]}`);
      if (step instanceof Error) throw step;
      const reply = replyOf(step);
      return {
        text: "",
        stop: "complete",
        usage: null,
        servedModel: null,
        keep: async () => {
          kept.push(reply.text ?? "");
        },
        ...reply,
      };
    },
  };
}

function replyOf(step: Exclude<Step, Error>): Partial<ProviderReply> {
  if (typeof step === "string") return { text: step };
  return "reply" in step ? step.reply : { text: JSON.stringify(step.json) };
}
