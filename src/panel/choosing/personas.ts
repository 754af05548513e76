import { parseChange } from "../../code/diff/parse.ts";
import { generatedMarks, triage } from "../../code/diff/triage.ts";
import { NotText, ReviewError } from "../../domain/errors.ts";
import {
  personas as builtIn,
  personas as builtInNames,
  type Persona,
  quoted,
  seatForms,
} from "../../domain/known-names.ts";
import type { BaseFiles, RawChange } from "../../domain/ports.ts";
import type { Settings } from "../../settings/settings.ts";
import { readPersona } from "../prompts/persona-file.ts";
import type { FittingPersona } from "../vendors/seat-list.ts";
import { promptFiles } from "./assets.ts";
import { everyChange, problemOfFit } from "./fits.ts";
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

let shipped: Promise<readonly Persona[]> | undefined;

/** The personas that come with the program, in the order of their list. They are read once. */
export function builtInPersonas(): Promise<readonly Persona[]> {
  shipped ??= readBuiltIn();
  return shipped;
}

async function readBuiltIn(): Promise<readonly Persona[]> {
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

export const ownPersonasFolder = ".github/pr-debate/personas";

export const mostOwnPersonas = 20;
/** In bytes. */
export const longestPersonaFile = 8_000;
const hint = "Correct or remove it on the base branch; docs/personas.md shows the form.";

/** The repository's own personas at the base, in the order of their names. A wrong file stops the review: a seat must not sit as somebody else. */
export async function ownPersonas(files: BaseFiles, signal: AbortSignal): Promise<readonly Persona[]> {
  const paths = (await files.listBaseFiles(ownPersonasFolder, signal)).filter(isPersonaFile);
  checkNumber(paths.length);
  const read = await Promise.all(paths.map(async (path) => ({ path, text: await textOf(files, path, signal) })));
  const found = read.map(({ path, text }) => ownPersona(path, text));
  const problems = found.flatMap((one) => ("problems" in one ? one.problems : []));
  if (problems.length > 0) throw new ReviewError(problems.join("\n"), hint);
  return found.flatMap((one) => ("persona" in one ? [one.persona] : []));
}

/** The names that a seat can use: those that come with the program, and the repository's own. */
export function namesWith(own: readonly Persona[]): readonly string[] {
  return [...builtIn, ...own.map(({ name }) => name)];
}

/** Other files in the folder, such as `.gitkeep`, are ignored. */
export function isPersonaFile(path: string): boolean {
  return path.endsWith(".md");
}

function checkNumber(count: number): void {
  if (count > mostOwnPersonas)
    throw new ReviewError(
      `${ownPersonasFolder} holds ${count} personas; the limit is ${mostOwnPersonas}.`,
      "Remove some on the base branch.",
    );
}

async function textOf(files: BaseFiles, path: string, signal: AbortSignal): Promise<string> {
  try {
    return (await files.readBaseFile(path, signal)) ?? "";
  } catch (error) {
    if (!(error instanceof NotText)) throw error;
    throw unreadable(error);
  }
}

function unreadable(cause: NotText): ReviewError {
  return new ReviewError(`The persona file ${cause.message}`, hint, { cause });
}

/** One persona, or every problem of its file, each a sentence. */
export function ownPersona(
  path: string,
  text: string,
): { readonly persona: Persona } | { readonly problems: readonly string[] } {
  const name = path.slice(path.lastIndexOf("/") + 1, -".md".length);
  const about = (problem: string): string => `The persona file ${quoted(path)} ${problem}.`;
  if (!seatForms.name.test(name)) return { problems: [about("needs a name of 1 to 32 characters a-z, 0-9 and -")] };
  if (builtIn.includes(name))
    return { problems: [about(`has the name of the built-in persona ${name}: give it another name`)] };
  const bytes = Buffer.byteLength(text);
  if (bytes > longestPersonaFile)
    return { problems: [about(`has ${bytes} bytes; the limit is ${longestPersonaFile}`)] };
  const reading = readPersona(text);
  if (!reading.ok) return { problems: reading.problems.map(about) };
  const wrong = reading.persona.fits.flatMap((fit) => problemOfFit(fit) ?? []);
  if (wrong.length > 0) return { problems: wrong.map(about) };
  return { persona: { name, ...reading.persona, source: path } };
}
