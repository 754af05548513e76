import type { Mask } from "../../code/anchor/mask.ts";
import { ReviewError } from "../../domain/errors.ts";
import { meant, quoted } from "../../domain/known-names.ts";
import type { BaseFiles, RawChange } from "../../domain/ports.ts";
import { llmDebateAgent, llmPlanAgent } from "../stages/index.ts";
import type { LlmOptions, StandIn } from "../stages/stage.ts";
import { readGuide } from "./base.ts";
import { ownConstitutions } from "./constitutions.ts";
import { type ModelSeatOptions, type ModelSeats, modelSeats } from "./model-seats.ts";
import { ownPersonas, personasFor } from "./personas.ts";
import type { DebateSetup, PlanSetup } from "./setups.ts";

interface QuestionOptions extends Omit<ModelSeatOptions, "own" | "fitting"> {
  readonly files: BaseFiles;
  readonly notes: readonly string[];
  readonly subject: QuestionSubject;
}

/** What a question is about: the change under discussion, and the files that the question names. */
interface QuestionSubject {
  readonly change: RawChange | null;
  readonly named: readonly string[];
}

interface DebateOptions extends QuestionOptions {
  /** The names of the seats that debate; null means all. */
  readonly panel: readonly string[] | null;
  readonly rounds: number;
}

/** Who plans: the model seats of a review, with the guide of the base. Rule engines have no plans. */
export async function planTable(options: QuestionOptions, signal: AbortSignal): Promise<PlanSetup> {
  const models = await questionSeats(options, signal);
  return { ...(await setupOf(models, llmPlanAgent, options, signal)), usage: () => models.usage([]) };
}

/** A seat speaks at most once in a round; openings, votes and judges are as many again as five rounds. */
const callsAside = 5;

/** Who debates: the model seats of a review, or those of them that are named, with the guide of the base. */
export async function debateTable(options: DebateOptions, signal: AbortSignal): Promise<DebateSetup> {
  const { panel, rounds, trees } = options;
  const models = await questionSeats(options, signal);
  const names = models.specs.map(({ name }) => name);
  if (panel !== null) checkPanel(panel, names);
  const debates = ({ name }: { readonly name: string }): boolean => panel === null || panel.includes(name);
  // The usual budget is for ten calls of each seat.
  models.allowBatches(Math.max(1, Math.ceil((rounds + callsAside) / 10)), "standard");
  const setup = await setupOf(models, llmDebateAgent, options, signal);
  return {
    ...setup,
    seatsFor: (mask, standIn) => setup.seatsFor(mask, standIn).filter(debates),
    keptSeatsFor: (mask) => setup.keptSeatsFor(mask).filter(debates),
    quorum: Math.max(2, Math.min(models.quorum, names.filter((name) => debates({ name })).length)),
    callsLeft: models.callsLeft,
    trees,
    lookups: () => models.lookups().map(({ finding: _, ...lookup }) => lookup),
    usage: () => {
      const usage = models.usage([]);
      return { ...usage, seats: usage.seats.filter((seat) => debates(seat) || models.jury.includes(seat.name)) };
    },
  };
}

/** The model seats and the jury of the settings. */
async function questionSeats(options: QuestionOptions, signal: AbortSignal): Promise<ModelSeats> {
  const { files, settings, subject } = options;
  const own = await ownPersonas(files, signal);
  return modelSeats({
    ...options,
    withJury: true,
    own,
    // The diff of a question shows files that attributes call generated, too.
    fitting: await personasFor(subject.change, settings, { attributes: "", own, named: subject.named }),
    ownConstitutions: await ownConstitutions(files, signal),
  });
}

async function setupOf<Agent>(
  { specs, asked, constitutions, notes: seatNotes, tokens, costOf, servedModels, refusalNotes }: ModelSeats,
  agentOf: (options: LlmOptions) => Agent,
  { files, settings, notes }: QuestionOptions,
  signal: AbortSignal,
) {
  const guide = specs.length === 0 ? "" : await readGuide(files, signal);
  return {
    ...{ settings, constitutions, guide, tokens, costOf, servedModels, refusalNotes },
    seatsFor: (mask: Mask, standIn?: StandIn) => asked(agentOf, mask, { standIn }),
    juryFor: (mask: Mask, standIn?: StandIn) => asked(agentOf, mask, { isJury: true, standIn }),
    keptSeatsFor: (mask: Mask) => asked(agentOf, mask, { isKept: true }),
    notes: [...notes, ...seatNotes],
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
