import { unknownName } from "./known-names.ts";

/** The points of view that a seat can have. Each has a prompt file. */
export const personas: readonly string[] = [
  "correctness",
  "security",
  "concurrency",
  "data",
  "api",
  "error-handling",
  "performance",
  "tests",
  "mobile",
  "infrastructure",
];

/** The seats that need no model and are always there. A model under one of these names would pass as a rule engine. */
export const offlineSeatNames: readonly string[] = ["rules", "secrets", "evidence"];

/** What a seat sees besides the change: nothing, the code that the change touches, or what it looks up itself. */
export const views = ["diff", "slice", "tools"] as const;
export type View = (typeof views)[number];

export const mostSeats = 16;

/** The forms of the names that a seat consists of. No model begins with `-`: a program could read it as an option. */
export const seatForms = {
  name: /^[a-z0-9-]{1,32}$/,
  provider: /^(?:command:)?[a-z0-9-]{1,32}$/,
  model: /^(?!-)[\x21-\x7e]{1,200}$/,
} as const;

/** The sentence about a seat's unknown persona; null when the persona is known. */
export function problemOfPersona(seat: string, given: string, known = personas): string | null {
  return unknownName({ user: `Seat ${seat}`, kind: "persona", given }, known);
}

/** A name that occurs twice in the list. */
export function nameUsedTwice(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}
