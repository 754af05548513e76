import { unknownName } from "./known-names.ts";

/** The points of view that a seat can have; each has a prompt file. */
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

/** What is wrong with a seat's persona; null where there is such a persona. */
export function problemOfPersona(seat: string, given: string, known = personas): string | null {
  return unknownName({ user: `Seat ${seat}`, kind: "persona", given }, known);
}
