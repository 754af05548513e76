import type { DebateSetup } from "../discussion/setup.ts";
import { ReviewError } from "../domain/errors.ts";
import { meant, quoted } from "../domain/known-names.ts";
import { readGuide } from "./base.ts";
import { ownConstitutions } from "./constitutions.ts";
import { modelSeats } from "./model-seats.ts";
import { ownPersonas } from "./own-personas.ts";
import { personasFor } from "./personas.ts";
import type { QuestionSubject, TableOptions } from "./table.ts";

interface DebateTableOptions extends TableOptions {
  /** The names of the seats that debate; null means all. */
  readonly panel: readonly string[] | null;
  readonly rounds: number;
  readonly subject: QuestionSubject;
}

/** A seat speaks at most once in a round; openings, votes and judges are as many again as five rounds. */
const callsAside = 5;

/** Who debates: the model seats of a review, or those of them that are named, with the guide of the base. */
export async function debateTable(options: DebateTableOptions, signal: AbortSignal): Promise<DebateSetup> {
  const { files, settings, notes, panel, rounds, trees, subject } = options;
  const own = await ownPersonas(files, signal);
  const models = await modelSeats({
    ...options,
    withJury: true,
    own,
    fitting: await personasFor(subject.change, settings, { attributes: "", own, named: subject.named }),
    ownConstitutions: await ownConstitutions(files, signal),
  });
  const names = models.specs.map(({ name }) => name);
  if (panel !== null) checkPanel(panel, names);
  const debates = ({ name }: { readonly name: string }): boolean => panel === null || panel.includes(name);
  // The usual budget is for ten calls of each seat.
  models.allowBatches(Math.max(1, Math.ceil((rounds + callsAside) / 10)), "standard");
  return {
    settings,
    constitutions: models.constitutions,
    notes: [...notes, ...models.notes],
    guide: names.length === 0 ? "" : await readGuide(files, signal),
    juryFor: models.debateJury,
    seatsFor: (mask) => models.debateSeat(mask).filter(debates),
    keptSeatsFor: (mask) => models.keptDebateSeat(mask).filter(debates),
    quorum: Math.max(2, Math.min(models.quorum, names.filter((name) => debates({ name })).length)),
    callsLeft: models.callsLeft,
    trees,
    lookups: () => models.lookups().map(({ finding: _, ...lookup }) => lookup),
    usage: () => {
      const usage = models.usage([]);
      return { ...usage, seats: usage.seats.filter((seat) => debates(seat) || models.jury.includes(seat.name)) };
    },
    tokens: models.tokens,
    costOf: models.costOf,
    servedModels: models.servedModels,
    refusalNotes: models.refusalNotes,
  };
}

function checkPanel(panel: readonly string[], known: readonly string[]): void {
  if (known.length === 0) return;
  const unknown = panel.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ReviewError(
    `The panel names ${quoted(unknown)}, which is no seat.`,
    `Seats: ${known.join(", ")}.${meant(unknown, known)}`,
  );
}
