import { z } from "zod";
import { problemOfPersona } from "../domain/persona.ts";

interface NameProblem {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

const WithSeats = z.object({ seats: z.array(z.unknown()) });
const WithPersona = z.object({ persona: z.string() });
const WithName = z.object({ name: z.string().regex(/^[a-z0-9-]{1,32}$/) });

/** Personas of the file that do not exist. It reads the file as it is, so that these come together with all other problems. */
export function unknownNames(root: unknown): readonly NameProblem[] {
  const seats = WithSeats.safeParse(root).data?.seats ?? [];
  return seats.flatMap((seat, index) => {
    const persona = WithPersona.safeParse(seat).data?.persona;
    const name = WithName.safeParse(seat).data?.name ?? `${index + 1}`;
    const text = persona === undefined ? null : problemOfPersona(name, persona);
    return text === null ? [] : [{ path: ["seats", index, "persona"], text }];
  });
}
