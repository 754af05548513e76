import { ReviewError } from "../domain/errors.ts";
import type { Provider } from "../domain/provider.ts";
import { readVariable } from "./environment.ts";
import type { PriceList } from "./prices.ts";
import { detectCommands } from "./programs.ts";
import { resolveProvider, vendors } from "./resolve.ts";
import { listVariable, readSeatList, type WantedSeat } from "./seat-list.ts";
import type { Environment } from "./vendor.ts";

/** A model seat that can be opened. `prices` says whose price list its model is on. */
export interface SeatSpec {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly persona: string;
  readonly structuredOutput: boolean;
  readonly prices: PriceList;
  open(): Provider;
}

export interface SeatSources {
  /** The settings' seats; null means seats from the keys that are set, [] means rules only. */
  readonly settingsSeats: readonly WantedSeat[] | null;
  readonly env: Environment;
  /** Whether a program of this name is on the PATH; always false where CLI agents are not wanted. */
  readonly detect: (program: string) => boolean;
  /** The personas that there are, where they are to be checked. */
  readonly personas?: readonly string[];
}

const defaultPersonas = ["correctness", "security", "error-handling"] as const;
const defaultSeats = 3;

/** Ids of the installed SDKs' own model types (a test holds this); the second one serves a vendor's further seats. */
export const defaultModels = {
  anthropic: ["claude-opus-5-5", "claude-sonnet-5-5"],
  openai: ["gpt-6-sol", "gpt-5.6-sol"],
} as const;

/**
 * The model seats: PR_DEBATE_SEATS, else the settings' seats, else three over the keys that are set, else three over the installed CLI
 * agents, else none. `notes` say which it was and what is odd about it. Throws `ReviewError` naming the variable.
 */
export function seatsFrom(sources: SeatSources): { seats: readonly SeatSpec[]; notes: readonly string[] } {
  const { env, detect } = sources;
  const notes: string[] = [];
  const wanted = wantedSeats(sources, notes);
  const resolved = wanted.map((seat) => resolveProvider({ ...seat, seat: seat.name }, env, detect));
  notes.push(...new Set(resolved.flatMap((provider) => provider.notes)));
  const families = new Set(resolved.map(({ family }) => family));
  if (wanted.length > 1 && families.size === 1) notes.push(sameFamily([...families].join()));
  const seats = wanted.map((seat, index): SeatSpec => {
    const { name, provider, model } = seat;
    const persona = seat.persona ?? defaultPersonas[index % defaultPersonas.length] ?? "correctness";
    const found = resolved[index];
    if (found === undefined) throw new Error(`the seat ${name} was not resolved`);
    const structuredOutput = seat.structuredOutput ?? false;
    return { name, provider, model, persona, structuredOutput, prices: found.prices, open: found.open };
  });
  return { seats, notes };
}

/**
 * The same without a review: what each seat would still need from the environment, and how many seats there are. Throws `ReviewError` for what
 * no environment can make right.
 */
export function seatsNeed(sources: SeatSources): { needs: readonly string[]; seats: number; named: boolean } {
  const { settingsSeats, env, detect } = sources;
  const wanted = wantedSeats(sources, []);
  const needs = wanted.flatMap((seat) => {
    try {
      resolveProvider({ ...seat, seat: seat.name }, env, detect);
      return [];
    } catch (error) {
      if (error instanceof ReviewError) return [`${error.message} ${error.hint}`];
      throw error;
    }
  });
  const named = settingsSeats !== null || readVariable(env, listVariable) !== null;
  return { needs, seats: wanted.length, named };
}

function wantedSeats(sources: SeatSources, notes: string[]): readonly WantedSeat[] {
  const { settingsSeats, env, detect, personas } = sources;
  const listed = readVariable(env, listVariable);
  if (listed !== null) {
    if (settingsSeats !== null) notes.push(`${listVariable} replaces the seats of the settings.`);
    return readSeatList(listed, personas);
  }
  if (settingsSeats !== null) return settingsSeats;
  const keyed = (["anthropic", "openai"] as const).filter((vendor) => readVariable(env, vendors[vendor].key) !== null);
  if (keyed.length > 0) return alternate(keyed, modelSeat);
  const programs = detectCommands(detect);
  if (programs.length === 0) return unused(env, notes);
  notes.push(`No API key is set: the seats run the installed ${programs.join(", ")}.`);
  return alternate(programs, (program, turn) => named(program, turn, `command:${program}`, "default"));
}

/** Three seats in turn over what there is; `turn` counts the seats of one provider from 0. */
function alternate<Item>(items: readonly Item[], seatOf: (item: Item, turn: number) => WantedSeat): WantedSeat[] {
  return Array.from({ length: defaultSeats }, (_, index) => items[index % items.length]).flatMap((item, index) =>
    item === undefined ? [] : [seatOf(item, Math.floor(index / items.length))],
  );
}

function modelSeat(vendor: keyof typeof defaultModels, turn: number): WantedSeat {
  const models = defaultModels[vendor];
  const model = models[turn % models.length] ?? models[0];
  return named(vendor === "anthropic" ? "claude" : "gpt", turn, vendor, model);
}

function named(base: string, turn: number, provider: string, model: string): WantedSeat {
  return { name: turn === 0 ? base : `${base}-${turn + 1}`, provider, model };
}

/** An endpoint alone makes no seat: which model to ask there, nobody said. */
function unused(env: Environment, notes: string[]): readonly WantedSeat[] {
  const set = Object.keys(env).filter(
    (name) => /^PR_DEBATE_(?:ENDPOINT|COMMAND)_/.test(name) && readVariable(env, name) !== null,
  );
  if (set.length > 0) {
    notes.push(`${set.join(", ")} is set, but no seat uses it: name one in PR_DEBATE_SEATS. Only rules review.`);
  }
  return [];
}

function sameFamily(family: string): string {
  return `All model seats are of one family (${family}), so they may share blind spots; a second vendor's key or PR_DEBATE_SEATS mends that.`;
}
