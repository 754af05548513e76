import { z } from "zod";
import { problemOfPersona, seatForms } from "../domain/known-names.ts";
import { explain } from "./explain.ts";
import { type Problem, problemSentences, readYaml } from "./read-yaml.ts";
import { SettingsFile } from "./schema.ts";

/**
 * The repository's settings under camelCase keys, with the defaults filled in.
 * `seats: null` means seats from the keys that are set, `[]` means rules only. `debate.quorum: null` means min(2, seats), see `checkQuorum`.
 * `budget.usd` and `usdPerPr` are US dollars.
 */
export type Settings = Omit<z.output<typeof SettingsFile>, "version">;

/** `source` names the file in errors and notes. `vendors` are the providers that a seat can name besides endpoints and commands. */
interface SettingsSource {
  readonly source: string;
  readonly vendors: readonly string[];
  /** The personas that a seat can name; left out: those that come with the program. */
  readonly personas?: readonly string[];
}

/** `notes` say which fallback was taken. `errors` hold every problem, one sentence each with file and line. */
export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings; readonly notes: readonly string[] }
  | { readonly ok: false; readonly errors: readonly string[] };

export const defaultSettings: Settings = SettingsFile.parse({});

/**
 * Reads `.github/pr-debate.yml`; `null` is a file that does not exist. A file with any problem gives no settings at all: half a
 * configuration must not decide a merge (H27).
 */
export function parseSettings(text: string | null, options: SettingsSource): SettingsResult {
  const { source, vendors, personas } = options;
  if (text === null) return defaults(`${source} does not exist: the default settings are used.`);
  const reading = readYaml(text);
  if (!reading.ok) return refuse(source, reading.problems);
  if (reading.value === null) return defaults(`${source} holds no settings: the defaults are used.`);
  const parsed = SettingsFile.safeParse(reading.value);
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => explain(issue, reading.value, reading.lineOf, vendors)),
    ...unknownPersonas(reading.value, reading.lineOf, personas),
  ];
  if (parsed.data === undefined || problems.length > 0) return refuse(source, problems);
  const { version, ...settings } = parsed.data;
  return { ok: true, settings, notes: notesOn(source, version, settings) };
}

function defaults(note: string): SettingsResult {
  return { ok: true, settings: defaultSettings, notes: [note] };
}

function notesOn(source: string, version: 1 | undefined, settings: Settings): readonly string[] {
  const notes: string[] = [];
  if (version === undefined) notes.push(`${source} names no version: it is read as version 1.`);
  if (settings.seats?.length === 0) notes.push(`${source} lists no seats: only the offline rules review.`);
  return notes;
}

function refuse(source: string, problems: readonly Problem[]): SettingsResult {
  return { ok: false, errors: problemSentences(source, problems) };
}

const WithSeats = z.object({ seats: z.array(z.unknown()) });
const WithPersona = z.object({ persona: z.string() });
const WithName = z.object({ name: z.string().regex(seatForms.name) });

/** The unknown personas of the file. It reads the raw file, so that they are reported together with all other problems. */
function unknownPersonas(
  root: unknown,
  lineOf: (path: readonly PropertyKey[]) => number | null,
  known: readonly string[] | undefined,
): readonly Problem[] {
  const seats = WithSeats.safeParse(root).data?.seats ?? [];
  return seats.flatMap((seat, index) => {
    const persona = WithPersona.safeParse(seat).data?.persona;
    const name = WithName.safeParse(seat).data?.name ?? `${index + 1}`;
    const text = persona === undefined ? null : problemOfPersona(name, persona, known);
    return text === null ? [] : [{ line: lineOf(["seats", index, "persona"]), text }];
  });
}
