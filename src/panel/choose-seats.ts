import { ReviewError } from "../domain/errors.ts";
import type { Persona } from "../domain/known-names.ts";
import { checkQuorum } from "../settings/seat-limits.ts";
import type { Settings } from "../settings/settings.ts";
import { jurorsFrom } from "../vendors/jurors.ts";
import { programOnPath } from "../vendors/programs.ts";
import { type SeatSources, seatsFrom } from "../vendors/seats.ts";
import type { SeatSpec } from "../vendors/vendor.ts";
import { namesWith } from "./own-personas.ts";

export interface SeatOptions extends Pick<SeatSources, "env" | "vendors" | "fitting" | "choice" | "substitute"> {
  readonly settings: Settings;
  /** Rules only, whatever keys are set. */
  readonly offline: boolean;
  /** Whether installed CLI agents may become seats without being named. */
  readonly detectsPrograms: boolean;
  /** The repository's own personas, read at the base. */
  readonly own?: readonly Persona[];
  /** Opens the jury of the settings, too: a review has none. */
  readonly withJury?: boolean;
}

interface ChosenSeats {
  readonly specs: readonly SeatSpec[];
  /** The jury of the settings; some may be seats. */
  readonly jury: readonly SeatSpec[];
  readonly quorum: number;
  readonly notes: readonly string[];
}

/** Seats from `PR_DEBATE_SEATS`, the settings, the keys that are set or the CLI agents on the PATH; none with `offline`. */
export function chooseSeats(options: SeatOptions): ChosenSeats {
  const { settings, env, offline, own = [] } = options;
  const detect = options.detectsPrograms ? programOnPath(env) : () => false;
  const sources = { ...options, settingsSeats: settings.seats, detect, personas: namesWith(own) };
  const { seats: specs, notes } = offline ? { seats: [], notes: [] } : seatsFrom(sources);
  const jury = offline || options.withJury !== true ? [] : jurorsFrom(settings.debate.jury, specs, sources);
  const quorum = checkQuorum(settings, specs.length);
  if (!quorum.ok) throw new ReviewError(quorum.error, "Correct debate.quorum or the seats.");
  return { specs, jury, quorum: quorum.quorum, notes };
}
