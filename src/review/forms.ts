import { type Panel, type SeatForm, wellFormed } from "../domain/panel.ts";

/** How each seat's replies were read: repairs of replies and of the paths and quotes in them, in one number, and whether one came in part. */
export function withForms(
  panel: Panel,
  forms: ReadonlyMap<string, SeatForm> = new Map(),
  quotes: ReadonlyMap<string, number> = new Map(),
): Panel {
  const seats = panel.seats.map((seat) => {
    const { repairs, partial } = forms.get(seat.name) ?? wellFormed;
    return { ...seat, repairs: repairs + (quotes.get(seat.name) ?? 0), partial };
  });
  return { ...panel, seats };
}

/** One note about all repairs, and one about all seats whose answers came in part. */
export function formNotes({ seats }: Panel): string[] {
  const repaired = seats.flatMap(({ name, repairs = 0 }) =>
    repairs === 0 ? [] : [`${name} ${repairs === 1 ? "once" : `${repairs} times`}`],
  );
  const partial = seats.filter((seat) => seat.partial === true).map(({ name }) => name);
  return [
    ...(repaired.length === 0
      ? []
      : [`Answers, paths or quotes were repaired in their form before they were read: ${repaired.join(", ")}.`]),
    ...(partial.length === 0
      ? []
      : [`Of an answer only a part came or could be read, also when it was asked for again: ${partial.join(", ")}.`]),
  ];
}
