import { ReviewError } from "../../domain/errors.ts";
import type { EffortTier, View } from "../../domain/known-names.ts";
import { vendors as allVendors } from "./index.ts";
import { detectCommands } from "./programs.ts";
import { type ProviderSources, resolveProvider } from "./resolve.ts";
import {
  alwaysSeated,
  chosenSeats,
  type FittingPersona,
  listVariable,
  type OwnSeat,
  personasOf,
  readSeatList,
  type SeatChoice,
  type WantedSeat,
} from "./seat-list.ts";
import { readVariable, type SeatSpec, type Vendor, type VendorEnvironment } from "./vendor.ts";

/** `detect` is always false where CLI agents are not wanted. */
export interface SeatSources extends Omit<ProviderSources, "vendors"> {
  /** The settings' seats; null means seats from the keys that are set, [] means rules only. */
  readonly settingsSeats: readonly WantedSeat[] | null;
  /** The table of vendors, unless a test has its own. */
  readonly vendors?: readonly Vendor[] | undefined;
  /** The personas that the change calls for, best first; left out where there is no change. */
  readonly fitting?: readonly FittingPersona[];
  /** The personas that a seat can name; left out: those that come with the program. */
  readonly personas?: readonly string[] | undefined;
  /** The seats that the caller wants; left out where settings and environment decide. */
  readonly choice?: SeatChoice | undefined;
  /** A seat that is used only where neither a key nor a person provides one. */
  readonly substitute?: OwnSeat | undefined;
}

interface Wanted {
  readonly seats: readonly WantedSeat[];
  readonly notes: readonly string[];
  /** No person chose these seats. */
  readonly isDefault?: true;
}

/**
 * The views of seats that name none, in turn. Seats with and without the repository find different defects, so the default panel mixes
 * them. A small change is not worth the calls of a seat that looks things up; a risky one is read by seats that all see more than the diff.
 */
const viewsInTurn: Readonly<Record<"chosen" | "default", Readonly<Record<EffortTier, readonly View[]>>>> = {
  chosen: { none: ["diff"], low: ["diff"], standard: ["diff"], high: ["tools", "slice"] },
  default: {
    none: ["diff"],
    low: ["slice", "diff", "tools"],
    standard: ["tools", "slice", "diff"],
    high: ["tools", "slice"],
  },
};

const defaultSeats = 3;

/**
 * The model seats: PR_DEBATE_SEATS, else the settings' seats, else three over the keys that are set, else three over the installed CLI
 * agents, else none. `notes` say which of them it was, and what is odd about it. Throws `ReviewError` naming the variable.
 */
export function seatsFrom(given: SeatSources): { seats: readonly SeatSpec[]; notes: readonly string[] } {
  const sources = { ...given, vendors: given.vendors ?? allVendors };
  const wanted = wantedSeats(sources);
  const taken = personasOf(wanted.seats, given.fitting);
  const found = wanted.seats.map((seat, index) => {
    const { name, provider, model, structuredOutput = false, maxOutputTokens = null, reasoning = null } = seat;
    const choices = { structuredOutput, views: viewsOf(seat, index, wanted), maxOutputTokens, reasoning };
    const persona = taken[index] ?? "correctness";
    const fit = seat.persona === undefined ? given.fitting?.find((one) => one.persona === persona) : undefined;
    const seated = fit === undefined ? [] : [`Seat ${name} has the persona ${fit.persona}: ${fit.why}.`];
    const { family, notes, prices, open } = resolveProvider(seat, sources);
    const { light, lightNotes } = lightOf(seat, sources);
    const spec = { name, provider, model, persona, ...choices, prices, open, ...light };
    return { family, notes: [...notes, ...lightNotes, ...seated], spec };
  });
  const families = new Set(found.map(({ family }) => family));
  const alike = found.length > 1 && families.size === 1 ? [sameVendor([...families].join())] : [];
  const notes = [...wanted.notes, ...new Set(found.flatMap((one) => one.notes)), ...alike];
  return { seats: found.map(({ spec }) => spec), notes };
}

function lightOf(seat: WantedSeat, sources: ProviderSources) {
  const { name, model, lightModel } = seat;
  if (lightModel === undefined || lightModel === model) return { light: {}, lightNotes: [] };
  const { prices, open, notes } = resolveProvider({ ...seat, model: lightModel, reasoning: undefined }, sources);
  const note = `Seat ${name} asks ${lightModel} for the wording of results, and ${model} for everything else.`;
  return { light: { light: { model: lightModel, prices, open } }, lightNotes: [...notes, note] };
}

function viewsOf({ view }: WantedSeat, index: number, { isDefault }: Wanted): SeatSpec["views"] {
  const table = viewsInTurn[isDefault ? "default" : "chosen"];
  const at = (tier: EffortTier): View => view ?? table[tier][index % table[tier].length] ?? "diff";
  return { none: at("none"), low: at("low"), standard: at("standard"), high: at("high") };
}

/** Why each seat has its persona, in the order of the seats. */
export function seatedBecause(given: SeatSources, seats: readonly SeatSpec[]): readonly string[] {
  const { seats: wanted } = wantedSeats({ ...given, vendors: given.vendors ?? allVendors });
  return seats.map(({ persona }, index) => {
    if (wanted[index]?.persona !== undefined) return "the list of seats names it";
    if (alwaysSeated.some((one) => one === persona)) return "it is always seated";
    return given.fitting?.find((one) => one.persona === persona)?.why ?? "it is the next by default";
  });
}

/** Checks the seats without a review: `needs` are the sentences about what each seat lacks in this environment. Throws `ReviewError` for a wrong list. */
export function seatsNeed(given: SeatSources): { needs: readonly string[]; seats: number; named: boolean } {
  const sources = { ...given, vendors: given.vendors ?? allVendors };
  const { seats } = wantedSeats(sources);
  const needs = seats.flatMap((seat) => {
    try {
      resolveProvider(seat, sources);
      return [];
    } catch (error) {
      if (error instanceof ReviewError) return [`${error.message} ${error.hint}`];
      throw error;
    }
  });
  const named = given.settingsSeats !== null || readVariable(given.env, listVariable) !== null;
  return { needs, seats: seats.length, named };
}

function wantedSeats(sources: SeatSources & ProviderSources): Wanted {
  const { choice, detect, personas } = sources;
  if (choice === undefined) return configuredSeats(sources);
  const configured = choice.some((one) => typeof one === "string") ? configuredSeats(sources).seats : [];
  return { seats: chosenSeats(choice, configured, detect, personas), notes: [] };
}

function configuredSeats(sources: SeatSources & ProviderSources): Wanted {
  const { settingsSeats, env, detect, vendors, substitute, personas } = sources;
  const listed = readVariable(env, listVariable);
  if (listed !== null) {
    const notes = settingsSeats === null ? [] : [`${listVariable} replaces the seats of the settings.`];
    return { seats: readSeatList(listed, personas), notes };
  }
  if (settingsSeats !== null) return { seats: settingsSeats, notes: [] };
  const keyed = vendors.filter(({ key }) => readVariable(env, key) !== null);
  if (keyed.length > 0) return { seats: inTurn(keyed, vendorSeat), notes: [], isDefault: true };
  const programs = detectCommands(detect);
  const seats = inTurn(programs, (program, turn) => numbered(program, turn, `command:${program}`, "default"));
  const lone = substitute === undefined ? [] : chosenSeats([substitute], [], detect);
  const asked = [
    ...programs.slice(0, 1).map(() => `the seats run the installed ${programs.join(", ")}`),
    ...lone.map(({ name, model }) => `the seat ${name} asks ${model}`),
  ];
  const notes = asked.length === 0 ? unusedVariables(env) : [`No API key is set: ${asked.join(", and ")}.`];
  return { seats: [...seats, ...lone], notes, isDefault: true };
}

/** Three seats over the items in turn. `turn` counts the seats of one item from 0. */
function inTurn<Item>(items: readonly Item[], seatOf: (item: Item, turn: number) => WantedSeat): WantedSeat[] {
  const turns = Array.from({ length: defaultSeats }, (_, turn) => items.map((item) => seatOf(item, turn)));
  return turns.flat().slice(0, defaultSeats);
}

function vendorSeat({ seat, name, models }: Vendor, turn: number): WantedSeat {
  return numbered(seat, turn, name, models[turn % models.length] ?? models[0]);
}

function numbered(base: string, turn: number, provider: string, model: string): WantedSeat {
  return { name: turn === 0 ? base : `${base}-${turn + 1}`, provider, model };
}

/** An endpoint alone makes no seat: its model is not known. */
function unusedVariables(env: VendorEnvironment): string[] {
  const set = Object.keys(env).filter(
    (name) => /^PR_DEBATE_(?:ENDPOINT|COMMAND)_/.test(name) && readVariable(env, name) !== null,
  );
  if (set.length === 0) return [];
  return [`${set.join(", ")} is set, but no seat uses it: name one in PR_DEBATE_SEATS. Only rules review.`];
}

function sameVendor(family: string): string {
  return `All model seats are of one vendor (${family}), so they may share blind spots. Set a second vendor's key, or name other seats in PR_DEBATE_SEATS.`;
}
