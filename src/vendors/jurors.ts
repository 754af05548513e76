import { ReviewError } from "../domain/errors.ts";
import { meant, quoted } from "../domain/known-names.ts";
import { listVariable, readSeatList, type WantedSeat } from "./seat-list.ts";
import { type SeatSources, seatsFrom } from "./seats.ts";
import type { SeatSpec } from "./vendor.ts";

/** A juror as the settings have it: a seat, an entry as in PR_DEBATE_SEATS, or the name of a seat of the panel. */
export type WantedJuror = string | WantedSeat;

/** The seats of `debate.jury`, in its order. Throws `ReviewError` naming the entry. */
export function jurorsFrom(
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
