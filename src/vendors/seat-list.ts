import { ReviewError } from "../domain/errors.ts";
import {
  mostSeats,
  nameUsedTwice,
  offlineSeatNames,
  problemOfPersona,
  seatForms,
  type View,
} from "../domain/known-names.ts";
import type { ReasoningEffort } from "../domain/provider.ts";

/** A seat as the settings or the environment ask for it. Model `default` of a command leaves the choice to the program. */
export interface WantedSeat {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly persona?: string | undefined;
  readonly structuredOutput?: boolean;
  readonly view?: View | undefined;
  /** Seconds for one answer. */
  readonly timeout?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly reasoning?: ReasoningEffort | undefined;
}

export const listVariable = "PR_DEBATE_SEATS";

/**
 * PR_DEBATE_SEATS: `name=provider:model[@persona]`, comma-separated; a command is `name=command:<name>[:model][@persona]`. The persona follows
 * the last `@`, so a model id with an `@` needs one. Throws `ReviewError` naming the entry, or all seats with an unknown persona.
 */
export function readSeatList(text: string): readonly WantedSeat[] {
  const entries = text.split(",").map((entry) => entry.trim());
  const seats = entries.filter((entry) => entry !== "").map(readSeat);
  if (seats.length > mostSeats) throw refuse(`names ${seats.length} seats`, `A review has at most ${mostSeats}.`);
  const twice = nameUsedTwice(seats.map(({ name }) => name));
  if (twice !== undefined) throw refuse(`has two seats named ${twice}`, "Give each seat a name of its own.");
  const unknown = seats.flatMap(({ name, persona }) =>
    persona === undefined ? [] : (problemOfPersona(name, persona) ?? []),
  );
  if (unknown.length > 0)
    throw new ReviewError(
      unknown.join("\n"),
      `Correct ${listVariable}. The part after the last @ of an entry is its persona, so a model id with an @ needs one.`,
    );
  return seats;
}

function readSeat(entry: string): WantedSeat {
  const at = entry.lastIndexOf("@");
  const persona = at === -1 ? undefined : entry.slice(at + 1);
  const seat = /^(?<name>[^=]*)=(?<provider>command:[^:]*|(?!command:)[^:]*)(?::(?<model>.*))?$/s.exec(
    at === -1 ? entry : entry.slice(0, at),
  )?.groups;
  const { name = "", provider = "", model = provider.startsWith("command:") ? "default" : "" } = seat ?? {};
  const isWhole =
    seatForms.name.test(name) &&
    seatForms.provider.test(provider) &&
    seatForms.model.test(model) &&
    (persona === undefined || seatForms.name.test(persona));
  if (!isWhole) {
    throw refuse(
      `has the entry "${entry.slice(0, 100)}"`,
      "Write name=provider:model or name=provider:model@persona, for example claude=anthropic:claude-opus-5-5@security.",
    );
  }
  if (offlineSeatNames.includes(name) || offlineSeatNames.includes(provider)) {
    throw refuse(`has the entry "${entry}"`, `${offlineSeatNames.join(", ")} are always there: use another name.`);
  }
  return { name, provider, model, ...(persona === undefined ? {} : { persona }) };
}

function refuse(problem: string, hint: string): ReviewError {
  return new ReviewError(`${listVariable} ${problem}.`, hint);
}
