import { ReviewError } from "../domain/errors.ts";
import { problemOfPersona } from "../domain/seat-names.ts";

/** A seat as somebody asks for it. Model `default` of a command leaves the choice to the program. */
export interface WantedSeat {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly persona?: string | undefined;
  readonly structuredOutput?: boolean;
}

export const listVariable = "PR_DEBATE_SEATS";
const mostSeats = 16;
/** Rule engines sit under these names; a model under one of them would pass as a rule. */
const taken = ["rules", "secrets", "evidence"];
const shape =
  /^(?<name>[a-z0-9-]{1,32})=(?:(?<command>command:[a-z0-9-]{1,32})(?::(?<commandModel>(?!-)[\x21-\x7e]{1,200}))?|(?!command:)(?<provider>[a-z0-9-]{1,32}):(?<model>(?!-)[\x21-\x7e]{1,200}))$/;
const personaName = /^[a-z0-9-]{1,32}$/;

/**
 * PR_DEBATE_SEATS: `name=provider:model[@persona]`, comma-separated; a command is `name=command:<name>[:model][@persona]`. What follows the
 * last `@` is the persona, so a model id with an `@` needs one. Throws `ReviewError` naming the entry, or the seats whose persona is none of `personas`.
 */
export function readSeatList(text: string, personas?: readonly string[]): readonly WantedSeat[] {
  const entries = text.split(",").map((entry) => entry.trim());
  const seats = entries.filter((entry) => entry !== "").map(readSeat);
  if (seats.length > mostSeats)
    throw refuse(`names ${seats.length} seats`, `At most ${mostSeats} can sit at the table.`);
  const names = seats.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refuse(`has two seats named ${twice}`, "Give each seat a name of its own.");
  const strangers = seats.flatMap(({ name, persona }) =>
    persona === undefined || personas === undefined ? [] : (problemOfPersona(name, persona, personas) ?? []),
  );
  if (strangers.length > 0)
    throw new ReviewError(
      strangers.join("\n"),
      `Correct ${listVariable}. What follows the last @ of an entry is its persona; behind a model id with an @, name one.`,
    );
  return seats;
}

function readSeat(entry: string): WantedSeat {
  const at = entry.lastIndexOf("@");
  const persona = at === -1 ? undefined : entry.slice(at + 1);
  const groups = shape.exec(at === -1 ? entry : entry.slice(0, at))?.groups;
  const name = groups?.["name"];
  const provider = groups?.["provider"] ?? groups?.["command"];
  const isWhole = name !== undefined && provider !== undefined && (persona === undefined || personaName.test(persona));
  if (!isWhole) {
    throw refuse(
      `has the entry "${entry.slice(0, 100)}"`,
      "Write name=provider:model or name=provider:model@persona, for example claude=anthropic:claude-opus-5-5@security.",
    );
  }
  if (taken.includes(name) || taken.includes(provider)) {
    throw refuse(`has the entry "${entry}"`, `${taken.join(", ")} always sit at the table: use another name.`);
  }
  const model = groups?.["model"] ?? groups?.["commandModel"] ?? "default";
  return { name, provider, model, ...(persona === undefined ? {} : { persona }) };
}

function refuse(what: string, hint: string): ReviewError {
  return new ReviewError(`${listVariable} ${what}.`, hint);
}
