import { z } from "zod";
import type { Provider, ToolCall } from "../domain/provider.ts";
import { redactValues } from "../text/text.ts";

/**
 * Takes our keys, in whatever form, out of requests and answers. A gateway that echoes headers can put a key into an answer: it is removed
 * before the answer is kept, shown or passed on (H77).
 */
export function withoutKeys(provider: Provider, keys: readonly string[]): Provider {
  const clean = (text: string): string => redactValues(text, keys);
  const cleanCall = (call: ToolCall): ToolCall => ({ ...call, name: clean(call.name), args: clean(call.args) });
  return {
    async complete(request, signal) {
      const { system, batch, task, turns } = request;
      const cleaned = { ...request, system: clean(system), batch: clean(batch), task: clean(task) };
      const shown = turns?.map((turn) => ({ ...turn, results: turn.results.map(clean) }));
      const reply = await provider.complete(shown === undefined ? cleaned : { ...cleaned, turns: shown }, signal);
      const { text, servedModel, calls, verbatim } = reply;
      return {
        ...{ ...reply, text: clean(text), servedModel: servedModel === null ? null : clean(servedModel) },
        ...(calls === undefined ? {} : { calls: calls.map(cleanCall) }),
        ...(verbatim === undefined ? {} : { verbatim: Anything.parse(JSON.parse(clean(JSON.stringify(verbatim)))) }),
      };
    },
  };
}

const Anything = z.array(z.unknown());
