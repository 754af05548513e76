import { ReviewError } from "../domain/errors.ts";
import type { View } from "../domain/known-names.ts";
import type { Provider, ReasoningEffort } from "../domain/provider.ts";
import { readVariable } from "./environment.ts";
import { vendors as allVendors } from "./index.ts";
import type { PriceList } from "./prices.ts";
import { detectCommands } from "./programs.ts";
import { type ProviderSources, resolveProvider } from "./resolve.ts";
import { listVariable, readSeatList, type WantedSeat } from "./seat-list.ts";
import type { Vendor, VendorEnvironment } from "./vendor.ts";

/** A model seat that can be opened. `prices` says which price list its model is on. */
export interface SeatSpec {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly persona: string;
  readonly structuredOutput: boolean;
  /** Null: the panel decides. */
  readonly view: View | null;
  /** Null: the limit of the program. */
  readonly maxOutputTokens: number | null;
  /** Null: the model decides. */
  readonly reasoning: ReasoningEffort | null;
  readonly prices: PriceList;
  open(): Provider;
}

export interface SeatSources extends Omit<ProviderSources, "vendors"> {
  /** The settings' seats; null means seats from the keys that are set, [] means rules only. */
  readonly settingsSeats: readonly WantedSeat[] | null;
  /** Always false where CLI agents are not wanted. */
  readonly detect: ProviderSources["detect"];
  /** The table of vendors, unless a test has its own. */
  readonly vendors?: readonly Vendor[];
}

interface Wanted {
  readonly seats: readonly WantedSeat[];
  readonly notes: readonly string[];
}

const defaultPersonas = ["correctness", "security", "error-handling"] as const;
const defaultSeats = 3;

/**
 * The model seats: PR_DEBATE_SEATS, else the settings' seats, else three over the keys that are set, else three over the installed CLI
 * agents, else none. `notes` say which of them it was, and what is odd about it. Throws `ReviewError` naming the variable.
 */
export function seatsFrom(given: SeatSources): { seats: readonly SeatSpec[]; notes: readonly string[] } {
  const sources = { ...given, vendors: given.vendors ?? allVendors };
  const wanted = wantedSeats(sources);
  const found = wanted.seats.map((seat, index) => {
    const { name, provider, model, structuredOutput = false } = seat;
    const { view = null, maxOutputTokens = null, reasoning = null } = seat;
    const choices = { structuredOutput, view, maxOutputTokens, reasoning };
    const persona = seat.persona ?? defaultPersonas[index % defaultPersonas.length] ?? "correctness";
    const { family, notes, prices, open } = resolveProvider(seat, sources);
    return { family, notes, spec: { name, provider, model, persona, ...choices, prices, open } };
  });
  const families = new Set(found.map(({ family }) => family));
  const alike = found.length > 1 && families.size === 1 ? [sameFamily([...families].join())] : [];
  const notes = [...wanted.notes, ...new Set(found.flatMap((one) => one.notes)), ...alike];
  return { seats: found.map(({ spec }) => spec), notes };
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

function wantedSeats({ settingsSeats, env, detect, vendors }: SeatSources & ProviderSources): Wanted {
  const listed = readVariable(env, listVariable);
  if (listed !== null) {
    const notes = settingsSeats === null ? [] : [`${listVariable} replaces the seats of the settings.`];
    return { seats: readSeatList(listed), notes };
  }
  if (settingsSeats !== null) return { seats: settingsSeats, notes: [] };
  const keyed = vendors.filter(({ key }) => readVariable(env, key) !== null);
  if (keyed.length > 0) return { seats: inTurn(keyed, vendorSeat), notes: [] };
  const programs = detectCommands(detect);
  if (programs.length === 0) return { seats: [], notes: unusedVariables(env) };
  return {
    seats: inTurn(programs, (program, turn) => numbered(program, turn, `command:${program}`, "default")),
    notes: [`No API key is set: the seats run the installed ${programs.join(", ")}.`],
  };
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

function sameFamily(family: string): string {
  return `All model seats are of one family (${family}), so they may share blind spots. Set a second vendor's key, or name other seats in PR_DEBATE_SEATS.`;
}
