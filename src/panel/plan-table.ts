import type { BaseFiles } from "../domain/ports.ts";
import type { PlanSetup } from "../plan/prepare.ts";
import type { Settings } from "../settings/settings.ts";
import { type ModelSeatOptions, modelSeats } from "./model-seats.ts";
import { readGuide } from "./table.ts";

interface PlanTableOptions extends ModelSeatOptions {
  readonly files: BaseFiles;
  readonly settings: Settings;
  readonly notes: readonly string[];
}

/** Who plans: the model seats of a review, with the guide of the base. Rule engines have no plans. */
export async function planTable(options: PlanTableOptions, signal: AbortSignal): Promise<PlanSetup> {
  const { files, settings, notes } = options;
  const models = await modelSeats(options);
  return {
    settings,
    notes: [...notes, ...models.notes],
    guide: models.specs.length === 0 ? "" : await readGuide(files, signal),
    seatsFor: models.planSeat,
    keptSeatsFor: models.keptPlanSeat,
    usage: () => models.usage([]),
    tokens: models.tokens,
    costOf: models.costOf,
  };
}
