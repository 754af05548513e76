import { parseChange } from "../diff/parse.ts";
import { generatedMarks, triage } from "../diff/triage.ts";
import { personas as builtInNames, type Persona } from "../domain/known-names.ts";
import type { RawChange } from "../domain/ports.ts";
import { readPersona } from "../prompts/persona-file.ts";
import type { Settings } from "../settings/settings.ts";
import type { FittingPersona } from "../vendors/seat-list.ts";
import { promptFiles } from "./assets.ts";
import { everyChange } from "./fits.ts";
import { fittingPersonas } from "./seating.ts";

/** A persona as people choose it. */
export interface PersonaInfo {
  readonly name: string;
  /** Its point of view, in a sentence. */
  readonly role: string;
  /** The defects that it looks for. */
  readonly focus: readonly string[];
  /** The tools it may use. */
  readonly tools: readonly string[];
  /** The files and kinds of change that call for it. Empty: it is seated by name only, or always. */
  readonly fits: readonly string[];
  /** Whether seats without a persona of their own take it for every change. */
  readonly always: boolean;
  /** Its file at the base; null for one that comes with the program. */
  readonly source: string | null;
}

/** The personas that come with the program, in the order of their list. */
export async function builtInPersonas(): Promise<readonly Persona[]> {
  const files = new Map((await promptFiles("personas/")).map(({ name, text }) => [name, text]));
  return builtInNames.map((name) => {
    const reading = readPersona(files.get(`personas/${name}.md`) ?? "");
    if (!reading.ok) throw new Error(`the prompt file personas/${name}.md ${reading.problems.join("; ")}`);
    return { name, ...reading.persona, source: null };
  });
}

export function infoOf({ name, role, focus, tools, fits, source }: Persona): PersonaInfo {
  const items = focus.split("\n").flatMap((line) => /^- (?<item>.*)/.exec(line)?.groups?.["item"] ?? []);
  const always = fits.includes(everyChange);
  const kinds = fits.filter((fit) => fit !== everyChange);
  return { name, role: role.replaceAll("\n", " "), focus: items, tools, fits: kinds, always, source };
}

interface PersonaSources {
  /** The attributes at the base of the change. */
  readonly attributes: string;
  /** The repository's own personas, which win over equals. */
  readonly own: readonly Persona[];
  /** The files that a question names. */
  readonly named?: readonly string[];
}

/** The personas that a change and a question call for. `raw` is null where nothing is changed. */
export async function personasFor(
  raw: RawChange | null,
  { paths }: Pick<Settings, "paths">,
  { attributes, own, named = [] }: PersonaSources,
): Promise<readonly FittingPersona[]> {
  const reading = triage(paths.ignore, generatedMarks(attributes));
  const files = raw === null ? [] : parseChange(raw.diff).filter((file) => reading(file).state === "read");
  return fittingPersonas(files, [...own, ...(await builtInPersonas())], named);
}
