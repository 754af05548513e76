import { NotText, ReviewError } from "../domain/errors.ts";
import { personas as builtIn, type Persona, quoted, seatForms } from "../domain/known-names.ts";
import type { BaseFiles } from "../domain/ports.ts";
import { readPersona } from "../prompts/persona-file.ts";
import { problemOfFit } from "./fits.ts";

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
