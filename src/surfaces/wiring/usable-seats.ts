import { ReviewError } from "../../domain/errors.ts";
import { personas } from "../../domain/known-names.ts";
import { readPrices } from "../../panel/vendors/own-prices.ts";
import { seatsNeed } from "../../panel/vendors/seats.ts";

/**
 * Throws a `ReviewError` for seats, addresses or prices of the environment that no review could use. Every review of the App reads them, and would
 * otherwise turn red and blame the settings at the base.
 */
export function checkUsable(env: Readonly<Record<string, string | undefined>>): void {
  readPrices(env);
  // A repository may have personas of its own, which only its review knows.
  const named = [...(env["PR_DEBATE_SEATS"] ?? "").matchAll(/@(?<persona>[\w-]+)/g)].map(([, persona = ""]) => persona);
  const { needs } = seatsNeed({ settingsSeats: null, env, detect: () => false, personas: [...personas, ...named] });
  if (needs[0] !== undefined)
    throw new ReviewError(`No review could run: ${needs[0]}`, "Correct it, and start the App again.");
}
