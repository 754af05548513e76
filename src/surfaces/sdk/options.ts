import { Readable } from "node:stream";
import type { Platform } from "../../domain/change.ts";
import { ReviewError } from "../../domain/errors.ts";
import { vendors as ourVendors } from "../../panel/vendors/index.ts";
import type { OwnSeat } from "../../panel/vendors/seat-list.ts";
import type { Vendor } from "../../panel/vendors/vendor.ts";
import type { Settings } from "../../settings/settings.ts";
import { type ModelSeat, ownSeatOf } from "./seats.ts";

/** The options that reviews and plans share. Everything may be left out: settings and environment decide then, as on the command line. */
export interface CommonOptions {
  /** The folder of the repository. The current folder if it is left out. */
  readonly directory?: string | undefined;
  /** The variables with keys and seats. `process.env` if they are left out. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Settings instead of `.github/pr-debate.yml` at the merge base: YAML text, or an object with the same keys. */
  readonly settings?: string | Readonly<Record<string, unknown>> | undefined;
  /** The seats: names as in PR_DEBATE_SEATS, entries such as `name=provider:model@persona`, and models behind functions. */
  readonly seats?: readonly (string | ModelSeat)[] | undefined;
  /** A seat where no key is set and no seat is named, beside installed CLI agents. @internal */
  readonly substitute?: OwnSeat | undefined;
  /** Vendors beside ours, so that `seats` and settings can name them. */
  readonly vendors?: readonly Vendor[] | undefined;
  readonly strategy?: Settings["debate"]["strategy"] | undefined;
  readonly adjudication?: Settings["debate"]["adjudication"] | undefined;
  /** 1 to 5. */
  readonly maxRounds?: number | undefined;
  /** The debate ends when this share of the findings is agreed, in percent from 50 to 100. */
  readonly confidence?: number | undefined;
  readonly platforms?: readonly Platform[] | undefined;
  /** Whether answers are kept in `.debate/journal` and used again; they are unless this is false. */
  readonly journal?: boolean | undefined;
  /** Whether each call is kept in `.debate/traces`; it is not unless this is true. */
  readonly traces?: boolean | undefined;
  /** Aborting it stops all calls. The run then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The clock of the timestamps. */
  readonly now?: (() => Date) | undefined;
}

/** The variables of a call. @internal */
export function environmentOf({ env = process.env }: CommonOptions) {
  return env;
}

/** The parts of local options that the common options decide. Throws a `ReviewError` for a value out of range. @internal */
export function localOptions(given: CommonOptions) {
  const { directory = process.cwd(), settings, seats, substitute, vendors, journal, traces, now } = given;
  return {
    ...{ directory, env: environmentOf(given), stdin: Readable.from([]), now: now ?? (() => new Date()) },
    config: settings === undefined ? null : { name: "settings", text: settingsText(settings) },
    substitute,
    choice: seats?.map((seat) => (typeof seat === "string" ? seat : ownSeatOf(seat))),
    vendors: vendors === undefined ? undefined : [...ourVendors, ...vendors],
    keepsAnswers: journal,
    keepsTraces: traces,
    adjust: adjustment(given),
  };
}

/** @internal */
export function settingsText(settings: string | Readonly<Record<string, unknown>>): string {
  return typeof settings === "string" ? settings : JSON.stringify(settings);
}

function adjustment({ strategy, adjudication, maxRounds, confidence, platforms }: CommonOptions) {
  checkRange("maxRounds", maxRounds, 1, 5);
  checkRange("confidence", confidence, 50, 100);
  const debate = withoutUndefined({ strategy, adjudication, maxRounds, confidence });
  return (settings: Settings): Settings => ({
    ...settings,
    debate: { ...settings.debate, ...debate },
    review: { ...settings.review, ...(platforms === undefined ? {} : { platforms: [...platforms] }) },
  });
}

function checkRange(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw new ReviewError(`${name} is ${value}.`, `Use a whole number from ${least} to ${most}.`);
}

function withoutUndefined<Given extends object>(
  given: Given,
): { [Key in keyof Given]?: Exclude<Given[Key], undefined> };
function withoutUndefined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
