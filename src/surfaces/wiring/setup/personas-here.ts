import type { Environment } from "../../../code/git/git.ts";
import { ReviewError } from "../../../domain/errors.ts";
import { builtInPersonas, infoOf, namesWith, type PersonaInfo } from "../../../panel/choosing/personas.ts";
import { programOnPath } from "../../../panel/vendors/programs.ts";
import type { FittingPersona } from "../../../panel/vendors/seat-list.ts";
import { seatedBecause, seatsFrom } from "../../../panel/vendors/seats.ts";
import { type Here, readHereIfAny } from "./here.ts";

interface SeatedPersona {
  readonly seat: string;
  readonly model: string;
  readonly persona: string;
  readonly why: string;
}

/** The change that a review would read here, the personas it calls for, and the seats; no seat means that rules review alone. */
export interface SeatedChange {
  readonly change: string;
  readonly fitting: readonly FittingPersona[];
  readonly seats: readonly SeatedPersona[];
}

/** Every persona that a seat can have here, the repository's own ones first, and the seats that this change would get. */
interface PersonasHere {
  readonly personas: readonly PersonaInfo[];
  readonly here: SeatedChange | { readonly problem: string };
}

/** The personas of this repository. No model is asked. `problem` is what keeps a review from its seats. */
export async function personasHere(directory: string, env: Environment, signal: AbortSignal): Promise<PersonasHere> {
  const builtIn = await builtInPersonas();
  const { here, problem } = await readHereIfAny(directory, env, signal);
  const personas = [...(here?.own ?? []), ...builtIn].map(infoOf);
  if (here === null) return { personas, here: problemOf(problem) };
  try {
    return { personas, here: seated(here, env) };
  } catch (error) {
    if (error instanceof ReviewError) return { personas, here: problemOf(error) };
    throw error;
  }
}

function problemOf({ message, hint }: ReviewError): { readonly problem: string } {
  return { problem: `${message} ${hint}` };
}

function seated({ settings, fitting, change, own }: Here, env: Environment): SeatedChange {
  const personas = namesWith(own);
  const sources = { settingsSeats: settings.seats, env, detect: programOnPath(env), fitting, personas };
  const { seats } = seatsFrom(sources);
  const why = seatedBecause(sources, seats);
  return {
    change,
    fitting,
    seats: seats.map(({ name, provider, model, persona }, index) => {
      return { seat: name, model: `${provider}:${model}`, persona, why: why[index] ?? "" };
    }),
  };
}
