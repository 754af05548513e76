import { z } from "zod";
import { ReviewError } from "../domain/errors.ts";
import { meant } from "../domain/known-names.ts";
import type { Provider } from "../domain/provider.ts";
import { redact } from "../text/text.ts";
import { readBaseUrl, readJson, readVariable } from "./environment.ts";
import { openProvider } from "./index.ts";
import type { PriceList } from "./prices.ts";
import { commandEnvironment, presetArgv, presetNames, vendorOfProgram } from "./programs.ts";
import { commandTimeoutMs, type Environment, type HttpEndpoint, httpTimeoutMs } from "./vendor.ts";

/** A provider of the environment, ready to be opened. `family` says whose models these are, as far as can be told. */
export interface Resolved {
  readonly family: string;
  readonly prices: PriceList;
  readonly notes: readonly string[];
  open(): Provider;
}

interface Vendor {
  readonly kind: "anthropic" | "openai";
  readonly key: string;
  readonly url: string;
}
export const vendors = {
  anthropic: { kind: "anthropic", key: "ANTHROPIC_API_KEY", url: "ANTHROPIC_BASE_URL" },
  openai: { kind: "openai", key: "OPENAI_API_KEY", url: "OPENAI_BASE_URL" },
} as const satisfies Record<string, Vendor>;
const vendorNames = Object.keys(vendors);

/** What `seat` names as provider and model, from the environment. Throws `ReviewError` naming what is missing there, never a key. */
export function resolveProvider(
  { seat, provider, model }: { readonly seat: string; readonly provider: string; readonly model: string },
  env: Environment,
  isProgram: (name: string) => boolean,
): Resolved {
  const [first = "", command] = provider.split(":");
  if (command !== undefined) return resolveCommand(seat, command, model, env, isProgram);
  if (first === "anthropic" || first === "openai") return resolveVendor(seat, first, vendors[first], model, env);
  return resolveEndpoint(seat, first, model, env);
}

function resolveVendor(seat: string, name: string, vendor: Vendor, model: string, env: Environment): Resolved {
  const key = readVariable(env, vendor.key);
  const { url, notes } = readBaseUrl(vendor.url, env, vendor.kind);
  // A local server behind OPENAI_BASE_URL needs no key.
  if (key === null && (url === null || vendor.kind === "anthropic")) {
    throw new ReviewError(
      `The seat ${seat} uses ${name}, but ${vendor.key} is not set.`,
      `Set ${vendor.key}, or give the seat another provider.`,
    );
  }
  const endpoint = { name, model, url, key, settings: vendor, headers: {}, timeoutMs: httpTimeoutMs };
  return {
    family: name,
    prices: { vendor: vendor.kind },
    notes,
    open: () => openProvider(vendor.kind, endpoint),
  };
}

function resolveEndpoint(seat: string, name: string, model: string, env: Environment): Resolved {
  const variable = `PR_DEBATE_ENDPOINT_${variablePart(name)}`;
  const settings = { key: `${variable}_KEY`, url: `${variable}_URL` };
  const { url, notes } = readBaseUrl(settings.url, env, "openai");
  if (url === null) {
    throw new ReviewError(
      `The seat ${seat} uses the provider ${name}, which is neither ${vendorNames.join(" nor ")}, and ${settings.url} is not set.`,
      `Set ${settings.url} to the address of a server that speaks OpenAI's chat completions, or correct the provider.${meant(name, vendorNames)}`,
    );
  }
  const key = readVariable(env, settings.key);
  const headers = withoutForeignHeaders(env);
  const endpoint: HttpEndpoint = { name, model, url, key, settings, headers, timeoutMs: httpTimeoutMs };
  return {
    family: /^[^/:-]*/.exec(model)?.[0] ?? model,
    prices: { url },
    notes,
    open: () => openProvider("openai", endpoint),
  };
}

/** The SDK would send the headers meant for OpenAI's gateway, which may hold a token, to every other server too. */
function withoutForeignHeaders(env: Environment): Record<string, null> {
  const lines = (env["OPENAI_CUSTOM_HEADERS"] ?? "").split("\n").filter((line) => line.includes(":"));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")).trim(), null]));
}

function resolveCommand(
  seat: string,
  name: string,
  model: string,
  env: Environment,
  isProgram: (name: string) => boolean,
): Resolved {
  if (!isModelName(model)) {
    throw new ReviewError(
      `The seat ${seat} asks command:${name} for the model ${JSON.stringify(model).slice(0, 100)}, which a program could read as something else.`,
      "A model's name begins with another sign than -, and holds no spaces or control characters.",
    );
  }
  const setting = `PR_DEBATE_COMMAND_${variablePart(name)}`;
  const own = readVariable(env, setting);
  const argv = own === null ? presetArgv(name, model) : readArgv(setting, own, model);
  if (argv === undefined) {
    throw new ReviewError(
      `The seat ${seat} uses command:${name}, but ${setting} is not set.`,
      `Set ${setting} to the command line as a JSON array; without it there are ${presetNames.join(", ")}.${meant(name, presetNames)}`,
    );
  }
  if (own === null && !isProgram(name)) {
    throw new ReviewError(
      `The seat ${seat} uses command:${name}, but ${name} is not on the PATH.`,
      `Install ${name}, or set ${setting} to its command line as a JSON array.`,
    );
  }
  const endpoint = {
    name: `command:${name}`,
    argv,
    environment: commandEnvironment(argv, env),
    setting,
    timeoutMs: commandTimeoutMs,
  };
  return { family: vendorOfProgram(name), prices: null, notes: [], open: () => openProvider("command", endpoint) };
}

/** Settings come from a repository; whoever may write them must not write options for a program on this machine. */
function isModelName(model: string): boolean {
  return /^(?!-)[\x21-\x7e]+$/.test(model);
}

const Argv = z.array(z.string()).min(1);

/** `{model}` in an argument stands for the seat's model. */
function readArgv(setting: string, text: string, model: string): readonly string[] {
  const { data } = Argv.safeParse(readJson(text));
  if (data !== undefined) return data.map((argument) => argument.replaceAll("{model}", () => model));
  throw new ReviewError(
    `${setting} is ${redact(text, []).slice(0, 100)}, which is not a command line as a JSON array of strings.`,
    `Write for example ${setting}='["my-agent", "--model", "{model}"]'; the prompt arrives on its stdin.`,
  );
}

function variablePart(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}
