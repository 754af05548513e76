import { z } from "zod";
import type { Provider, ToolCall } from "../../domain/provider.ts";
import { isTelling, redactValues, secretsIn } from "../../text/redact.ts";
import { vendors } from "./index.ts";
import { readVariable, type Vendor, type VendorEnvironment } from "./vendor.ts";

/** The variables that models are configured with, each with a line for a help text. */
export function modelVariables(table = vendors): { readonly name: string; readonly description: string }[] {
  return [
    ...table.flatMap(({ key, address, title }) => [
      { name: key, description: `the key for ${title}'s models` },
      { name: address, description: `another server that speaks ${title}'s API` },
    ]),
    { name: "PR_DEBATE_SEATS", description: "the model seats: name=provider:model@persona, with commas" },
    { name: "PR_DEBATE_ENDPOINT_NAME_URL", description: "the provider <name>: it speaks OpenAI's chat completions" },
    { name: "PR_DEBATE_ENDPOINT_NAME_KEY", description: "its key, where it needs one" },
    { name: "PR_DEBATE_COMMAND_NAME", description: "the program command:<name>, its command line as a JSON array" },
    { name: "PR_DEBATE_PRICES", description: "your own prices: a JSON mapping of models" },
  ];
}

/** The variables that can hold a key of a model: those of the vendors, and those of the endpoints that are set. */
export function keyVariables(env: VendorEnvironment, table = vendors): string[] {
  return [
    ...table.map(({ key }) => key),
    ...Object.keys(env).filter((name) => /^PR_DEBATE_ENDPOINT_.+_KEY$/.test(name)),
  ];
}

/** The variables that seat models by default when they are set, in a sentence: "A_KEY, B_KEY or PR_DEBATE_SEATS". */
export function seatingVariables(table = vendors): string {
  return `${table.map(({ key }) => key).join(", ")} or PR_DEBATE_SEATS`;
}

/** The vendors' inputs of the Action with the variable that each one sets: `anthropic-api-key` sets `ANTHROPIC_API_KEY`. */
export function vendorInputs(table = vendors): Readonly<Record<string, string>> {
  const names = table.flatMap(({ key, address }) => [key, address]);
  return Object.fromEntries(names.map((name) => [name.toLowerCase().replaceAll("_", "-"), name]));
}

/** Whether a variable configures a vendor or its SDK. */
export function isOfVendor(variable: string, table = vendors): boolean {
  return table.some(({ prefix, key, address }) => variable.startsWith(prefix) || [key, address].includes(variable));
}

/** Whether a variable decides which models review and at which price. */
export function decidesSeats(variable: string, table = vendors): boolean {
  return isOfVendor(variable, table) || /^PR_DEBATE_(?:SEATS|ENDPOINT|COMMAND|PRICES)/.test(variable);
}

/** The values of all keys in the environment, except mere words that stand in for a key. */
export function keysIn(env: VendorEnvironment, table: readonly Vendor[] = vendors): string[] {
  const ofVendors = table.flatMap(({ key }) => readVariable(env, key) ?? []);
  return [...new Set([...secretsIn(env), ...ofVendors])].filter(isTelling);
}

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
