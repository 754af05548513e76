import { callBudget } from "../../settings/seat-limits.ts";
import type { Settings } from "../../settings/settings.ts";
import { budgetLedger } from "../vendors/calls/budget.ts";
import { readPrices } from "../vendors/own-prices.ts";
import type { VendorEnvironment } from "../vendors/vendor.ts";
import type { ReviewSeats } from "./model-seats.ts";

/** The model seats of a review that asks none. It loads nothing that models need. Throws `ReviewError` for wrong prices, as with models. */
export function noModels({ budget }: Settings, env: VendorEnvironment): ReviewSeats {
  readPrices(env);
  const { callsLeft, usage } = budgetLedger({ ...budget, calls: callBudget(budget, { seats: 0 }, 1) });
  return {
    ...{ callsLeft, usage, specs: [], constitutions: new Map(), quorum: 0, notes: [], allowBatches: () => {} },
    ...{ seat: () => [], keptSeat: () => [], lookups: () => [], refusalNotes: () => [] },
    ...{ tokens: () => new Map(), costOf: () => 0, servedModels: () => new Map(), forms: () => new Map() },
  };
}
