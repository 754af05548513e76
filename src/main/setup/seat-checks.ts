import type { Persona } from "../../domain/known-names.ts";
import type { Environment } from "../../local/git.ts";
import { namesWith } from "../../panel/own-personas.ts";
import { callBudget, checkQuorum } from "../../settings/seat-limits.ts";
import type { Settings } from "../../settings/settings.ts";
import { readPrices, unknownPrices } from "../../vendors/prices.ts";
import { programOnPath } from "../../vendors/programs.ts";
import type { FittingPersona } from "../../vendors/seat-list.ts";
import { seatsFrom } from "../../vendors/seats.ts";
import type { SeatSpec } from "../../vendors/vendor.ts";
import { type Check, checkOf, fine, problem, warning } from "./check.ts";

/** The seats that a review would have, and the checks of what can be known about them without asking one. */
export function seatChecks(
  settings: Settings,
  here: { readonly fitting: readonly FittingPersona[]; readonly own: readonly Persona[] } | null,
  env: Environment,
): { readonly seats: readonly SeatSpec[]; readonly checks: readonly Check[] } {
  try {
    const detect = programOnPath(env);
    const change = here === null ? {} : { fitting: here.fitting, personas: namesWith(here.own) };
    const sources = { settingsSeats: settings.seats, env, detect, ...change };
    const { seats, notes } = seatsFrom(sources);
    const checks = [seatsCheck(settings, seats), ...notes.map(noteCheck), budgetCheck(settings, seats, env)];
    return { seats, checks };
  } catch (error) {
    return { seats: [], checks: [checkOf("seats", error)] };
  }
}

function seatsCheck(settings: Settings, seats: readonly SeatSpec[]): Check {
  const quorum = checkQuorum(settings, seats.length);
  if (!quorum.ok) return problem("seats", quorum.error, "Correct debate.quorum or the seats.");
  if (seats.length === 0)
    return warning("seats", "rules only: no model reviews", "Set an API key, or better two of different vendors.");
  const shown = seats.map(({ name, provider, model, persona, views }) => {
    return `${name}=${provider}:${model}@${persona} (view ${views.standard})`;
  });
  const listed = shown.join(", ");
  if (seats.length === 1)
    return warning("seats", `${listed}: a debate needs at least two reviewers`, "Add a second seat.");
  return fine("seats", listed);
}

/** Such as a base address without encryption, or seats of one family. */
function noteCheck(note: string): Check {
  const isFact = /^(?:Seat \S+ has the persona|No API key is set)/.test(note);
  return isFact ? fine("seats", note) : warning("seats", note);
}

function budgetCheck(settings: Settings, seats: readonly SeatSpec[], env: Environment): Check {
  const { tokens, usd, minutes } = settings.budget;
  const calls = callBudget(settings.budget, { seats: seats.length }, 1);
  const limits = `${calls} calls for a small change, ${tokens.toLocaleString("en")} tokens, $${usd}, ${minutes} minutes`;
  if (seats.length === 0) return fine("budget", "no model is asked, so nothing is spent");
  const unpriced = unknownPrices(seats, readPrices(env));
  return unpriced === null ? fine("budget", `at most ${limits}`) : warning("budget", `at most ${limits}. ${unpriced}`);
}
