import { z } from "zod";
import { nameUsedTwice, offlineSeatNames, personas, quoted, seatForms, views } from "../domain/known-names.ts";
import { reasoningEfforts } from "../domain/provider.ts";
import { flag, oneOf, whole } from "./fields.ts";

const name = "a name of 1 to 32 characters a-z, 0-9 and -";
const Name = z.string({ error: name }).regex(seatForms.name, { error: name });
const seatName = `${name}, other than ${offlineSeatNames.join(", ")}`;
/** The names of the vendors go before it. */
const provider = `command:<name> or the name of an endpoint in the environment (a-z, 0-9, -); ${offlineSeatNames.join(", ")} are always there`;
const model = "a model id of 1 to 200 characters without spaces, the first other than -";

/** A check that JSON schema has no word of zod's for goes into the schema for editors with `meta`. */
export const seatShape = {
  name: Name.refine((value) => !offlineSeatNames.includes(value), { error: seatName }).meta({
    not: { enum: offlineSeatNames },
  }),
  provider: z
    .string({ error: provider })
    .regex(seatForms.provider, { error: provider })
    .refine((value) => ![...offlineSeatNames, "command"].includes(value), { error: provider })
    .meta({ not: { enum: [...offlineSeatNames, "command"] } }),
  model: z.string({ error: model }).regex(seatForms.model, { error: model }),
  // `unknownPersonas` checks the name, because its sentence names the seat as well.
  persona: z.string({ error: "the name of a persona" }).meta({ examples: personas }).optional(),
  "structured-output": flag().default(false),
  view: oneOf(views).optional(),
  // Seconds.
  timeout: whole(1, 3_600).optional(),
  "max-output-tokens": whole(2_000, 200_000).optional(),
  reasoning: oneOf(reasoningEfforts).optional(),
  "light-model": z.string({ error: model }).regex(seatForms.model, { error: model }).optional(),
};

/** One model seat of the file, under camelCase keys. */
export const SeatField = z
  .strictObject(seatShape, { error: "a mapping with name, provider and model" })
  .transform(
    ({
      "structured-output": structuredOutput,
      "max-output-tokens": maxOutputTokens,
      "light-model": lightModel,
      ...rest
    }) => ({
      ...{ ...rest, structuredOutput },
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(lightModel === undefined ? {} : { lightModel }),
    }),
  )
  .readonly();

/** A larger jury costs more than it adds. */
const mostJurors = 9;
const juror = "a mapping with name, provider and model, name=provider:model, or the name of a seat";
const jury = `a list of at most ${mostJurors} jurors, each ${juror}`;
const named = /^[a-z0-9-]{1,32}(?:=[\x21-\x7e]{1,240})?$/;

/** The jury of plans and free debates. The panel checks entries in words, because it knows the seats and the vendors. */
export const JuryField = z
  .array(z.union([z.string().regex(named), SeatField], { error: juror }), { error: jury })
  .max(mostJurors, { error: jury })
  .refine((seats) => namedTwice(seats) === undefined, { error: eachNameOnce, when: isList })
  .readonly()
  .describe(jury);

/** Runs even when a seat has another error, so that all errors come at once. The entries can then be anything. */
export function namedTwice(seats: readonly unknown[]): string | undefined {
  const names = seats.flatMap((seat) => {
    return typeof seat === "string"
      ? seat.replace(/=.*$/s, "")
      : (z.object({ name: z.string() }).safeParse(seat).data?.name ?? []);
  });
  return nameUsedTwice(names);
}

export function eachNameOnce({ input }: { readonly input?: unknown }): string {
  const twice = Array.isArray(input) ? namedTwice(input) : undefined;
  return `a list in which each seat has a name of its own${twice === undefined ? "" : `, and two are named ${quoted(twice)}`}`;
}

export function isList(payload: z.core.ParsePayload): boolean {
  return Array.isArray(payload.value);
}
