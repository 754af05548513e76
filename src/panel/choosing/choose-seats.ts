import { ReviewError } from "../../domain/errors.ts";
import { meant, type Persona, quoted } from "../../domain/known-names.ts";
import { checkQuorum } from "../../settings/seat-limits.ts";
import type { Settings } from "../../settings/settings.ts";
import { programOnPath } from "../vendors/programs.ts";
import { listVariable, readSeatList, type WantedSeat } from "../vendors/seat-list.ts";
import { type SeatSources, seatsFrom } from "../vendors/seats.ts";
import type { SeatSpec } from "../vendors/vendor.ts";
import { namesWith } from "./personas.ts";

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

/** A juror as the settings have it: a seat, an entry as in PR_DEBATE_SEATS, or the name of a seat of the panel. */
type WantedJuror = string | WantedSeat;

/** The seats of `debate.jury`, in its order. Throws `ReviewError` naming the entry. */
function jurorsFrom(
  wanted: readonly WantedJuror[],
  panel: readonly SeatSpec[],
  sources: SeatSources,
): readonly SeatSpec[] {
  const names = panel.map(({ name }) => name);
  return wanted.flatMap((juror) => {
    if (typeof juror === "string" && !juror.includes("=")) return seatNamed(juror, panel);
    const seats = typeof juror === "string" ? readSeatList(juror) : [juror];
    const taken = seats.find(({ name }) => names.includes(name));
    if (taken !== undefined)
      throw refused(`gives a juror the name of the seat ${taken.name}`, "Take another name, or write the name alone.");
    const { [listVariable]: _, ...env } = sources.env;
    const { fitting: __, choice: ___, substitute: ____, ...rest } = sources;
    return seatsFrom({ ...rest, env, settingsSeats: seats }).seats;
  });
}

function seatNamed(name: string, panel: readonly SeatSpec[]): SeatSpec {
  const seat = panel.find((one) => one.name === name);
  if (seat !== undefined) return seat;
  const names = panel.map((one) => one.name);
  const seats = names.length === 0 ? "There is no seat here." : `Seats: ${names.join(", ")}.${meant(name, names)}`;
  throw refused(`names ${quoted(name)}, which is no seat`, `${seats} Or write name=provider:model.`);
}

function refused(problem: string, hint: string): ReviewError {
  return new ReviewError(`debate.jury ${problem}.`, hint);
}
