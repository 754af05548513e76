import { z } from "zod";
import { ReviewError } from "../../domain/errors.ts";
import { meant, quoted, seatForms } from "../../domain/known-names.ts";
import type { Provider } from "../../domain/provider.ts";
import { redact } from "../../text/redact.ts";
import { placed, readAddress } from "./address.ts";
import { withoutTools } from "./calls/retry.ts";
import { commandProvider } from "./command.ts";
import { openai, withoutOpenAiHeaders } from "./openai.ts";
import { commandEnvironment, presetArgv, presetNames, vendorOfProgram } from "./programs.ts";
import { proxyFor } from "./proxies/proxy.ts";
import type { OwnSeat, WantedSeat } from "./seat-list.ts";
import {
  type HttpEndpoint,
  type PriceList,
  parseJson,
  readVariable,
  type Vendor,
  type VendorEnvironment,
  variablePart,
} from "./vendor.ts";

/** A provider of the environment, ready to be opened. `family` says whose models these are, as far as can be known. */
interface Resolved {
  readonly family: string;
  readonly prices: PriceList;
  readonly notes: readonly string[];
  open(): Provider;
}

/** Where providers come from. `detect` says whether a program of this name is on the PATH. */
export interface ProviderSources {
  readonly env: VendorEnvironment;
  readonly detect: (program: string) => boolean;
  readonly vendors: readonly Vendor[];
}

/** Node's own `fetch` gives up on a silent server after 300 s, with a worse message. */
const httpTimeoutMs = 290_000;
/** A CLI agent thinks, and starts slowly. */
const commandTimeoutMs = 600_000;

/** The provider and model of a seat. Throws `ReviewError` naming what the environment lacks, never a key. */
export function resolveProvider(seat: WantedSeat, sources: ProviderSources): Resolved {
  if (seat.own !== undefined) return resolveOwn(seat.own);
  const [name = "", command] = seat.provider.split(":");
  if (command !== undefined) return resolveCommand(seat, command, sources);
  const vendor = sources.vendors.find((one) => one.name === name);
  return vendor === undefined ? resolveEndpoint(seat, sources) : resolveVendor(seat, vendor, sources);
}

function resolveOwn(own: OwnSeat): Resolved {
  const open = () => (own.tools === true ? own : withoutTools(own.name, own));
  return { family: own.model, prices: null, notes: [], open };
}

function resolveVendor(seat: WantedSeat, vendor: Vendor, { env, vendors }: ProviderSources): Resolved {
  const { name, key, keyIsOptionalElsewhere } = vendor;
  const { url, notes } = readAddress(vendor, env);
  if (readVariable(env, key) === null && (url === null || !keyIsOptionalElsewhere)) {
    throw new ReviewError(
      `The seat ${seat.name} uses ${name}, but ${key} is not set.`,
      `Set ${key}, or give the seat another provider.`,
    );
  }
  const endpoint = httpEndpoint(vendor, { ...placeOf(seat), ...placed(url, seat.model), headers: {} }, env, vendors);
  const own = { family: name, prices: { vendor: vendor.prices } };
  const open = () => (vendor.tools ? vendor.open(endpoint) : withoutTools(name, vendor.open(endpoint)));
  return { ...own, notes: [...notes, ...slowNotes(seat)], open };
}

/** An endpoint is a vendor that speaks OpenAI's API, under the names of its own variables. */
function resolveEndpoint(wanted: WantedSeat, { env, vendors }: ProviderSources): Resolved {
  const { name: seat, provider, model } = wanted;
  const variable = `PR_DEBATE_ENDPOINT_${variablePart(provider)}`;
  const vendor: Vendor = { ...openai, name: provider, key: `${variable}_KEY`, address: `${variable}_URL` };
  const { url, notes } = readAddress(vendor, env);
  if (url === null) {
    const known = vendors.map(({ name }) => name);
    throw new ReviewError(
      `The seat ${seat} uses the unknown provider ${quoted(provider)}, and ${vendor.address} is not set.`,
      `Known providers: ${known.join(", ")}, command:<name>. For a server that speaks OpenAI's chat completions, set ${vendor.address} to its address.${meant(provider, known)}`,
    );
  }
  const place = { ...placeOf(wanted), ...placed(url, wanted.model), headers: withoutOpenAiHeaders(env) };
  const endpoint = httpEndpoint(vendor, place, env, vendors);
  const family = /^[^/:-]*/.exec(model)?.[0] ?? model;
  return { family, prices: { url }, notes: [...notes, ...slowNotes(wanted)], open: () => vendor.open(endpoint) };
}

function placeOf({ model, timeout }: WantedSeat): Pick<HttpEndpoint, "model" | "timeoutMs"> {
  return { model, timeoutMs: Math.min(httpTimeoutMs, (timeout ?? Number.POSITIVE_INFINITY) * 1000) };
}

function slowNotes({ name, timeout = 0 }: WantedSeat): string[] {
  const most = httpTimeoutMs / 1000;
  return timeout <= most
    ? []
    : [`Seat ${name} has a timeout of ${timeout} s, but an answer over HTTP may take at most ${most} s.`];
}

/** Every endpoint knows the errors of all vendors: gateways pass them on. */
function httpEndpoint(
  { name, key, address }: Vendor,
  place: Pick<HttpEndpoint, "model" | "timeoutMs" | "url" | "apiVersion" | "headers">,
  env: VendorEnvironment,
  vendors: readonly Vendor[],
): HttpEndpoint {
  const errors = {
    statuses: Object.assign({}, ...vendors.map((vendor) => vendor.errors.statuses)),
    rules: vendors.flatMap((vendor) => vendor.errors.rules),
  };
  const settings = { key, address };
  const found = proxyFor(place.url ?? `https://api.${name}.com`, env);
  const proxy = found === null ? "" : ` through ${found.address} (${found.variable})`;
  return { ...place, name, key: readVariable(env, key), settings, errors, proxy };
}

function resolveCommand(
  wanted: WantedSeat,
  name: string,
  { env, detect }: Pick<ProviderSources, "env" | "detect">,
): Resolved {
  const { name: seat, model, timeout } = wanted;
  // Settings come from a repository: their author must not write options for a program on this machine.
  if (!seatForms.model.test(model)) {
    throw new ReviewError(
      `The seat ${seat} asks command:${name} for the model ${JSON.stringify(model).slice(0, 100)}, which a program could read as something else.`,
      "The name of a model does not begin with -, and has no spaces or control characters.",
    );
  }
  const setting = `PR_DEBATE_COMMAND_${variablePart(name)}`;
  const own = readVariable(env, setting);
  const argv = own === null ? presetArgv(name, model, false, env) : readArgv(setting, own, model);
  if (argv === undefined) {
    throw new ReviewError(
      `The seat ${seat} uses command:${name}, but ${setting} is not set.`,
      `Set ${setting} to the command line as a JSON array. Known programs: ${presetNames.join(", ")}.${meant(name, presetNames)}`,
    );
  }
  if (own === null && !detect(name)) {
    throw new ReviewError(
      `The seat ${seat} uses command:${name}, but ${name} is not on the PATH.`,
      `Install ${name}, or set ${setting} to its command line as a JSON array.`,
    );
  }
  const environment = commandEnvironment(argv, env);
  const timeoutMs = timeout === undefined ? commandTimeoutMs : timeout * 1000;
  const readingArgv = own === null ? (presetArgv(name, model, true, env) ?? argv) : argv;
  const endpoint = { name: `command:${name}`, argv, readingArgv, environment, setting, timeoutMs };
  const notes = ignoredBy(wanted);
  return {
    family: vendorOfProgram(name),
    prices: null,
    notes,
    open: () => withoutTools(endpoint.name, commandProvider(endpoint)),
  };
}

/** A program has no option for these that all of them share. */
function ignoredBy({ name, provider, reasoning, maxOutputTokens }: WantedSeat): string[] {
  const ignored = [
    ...(reasoning === undefined ? [] : [`reasoning: ${reasoning}`]),
    ...(maxOutputTokens === undefined ? [] : [`max-output-tokens: ${maxOutputTokens}`]),
  ];
  return ignored.length === 0 ? [] : [`Seat ${name}: ${provider} does not take ${ignored.join(" and ")}.`];
}

const Argv = z.array(z.string()).min(1);

/** `{model}` in an argument is replaced by the seat's model. */
function readArgv(setting: string, text: string, model: string): readonly string[] {
  const { data } = Argv.safeParse(parseJson(text));
  if (data !== undefined) return data.map((argument) => argument.replaceAll("{model}", () => model));
  throw new ReviewError(
    `${setting} is ${redact(text, []).slice(0, 100)}, which is not a command line as a JSON array of strings.`,
    `Write for example ${setting}='["my-agent", "--model", "{model}"]'; the prompt arrives on its stdin.`,
  );
}
