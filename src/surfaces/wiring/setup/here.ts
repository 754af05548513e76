import { baseFiles } from "../../../code/git/base-files.ts";
import { localChangeSource } from "../../../code/git/change-source.ts";
import type { Environment } from "../../../code/git/git.ts";
import { repositoryAt } from "../../../code/git/repository.ts";
import { ReviewError } from "../../../domain/errors.ts";
import type { Persona } from "../../../domain/known-names.ts";
import { readAttributes, settingsAtBase } from "../../../panel/choosing/base.ts";
import { personasFor } from "../../../panel/choosing/personas.ts";
import type { FittingPersona } from "../../../panel/vendors/seat-list.ts";
import type { Settings } from "../../../settings/settings.ts";

/** A change as `pr-debate review` without arguments would read it, up to the choice of the seats. */
export interface Here {
  readonly root: string;
  /** The sentence on the comparison, such as "Compared: your work against main". */
  readonly change: string;
  /** The text of the settings at the base; null where there is no file. */
  readonly settingsText: string | null;
  readonly settings: Settings;
  /** The repository's own personas at the base. */
  readonly own: readonly Persona[];
  readonly fitting: readonly FittingPersona[];
}

/** Reads the change of the repository around a folder. Throws `ReviewError` where a review would. */
async function readHere(directory: string, env: Environment, signal: AbortSignal): Promise<Here> {
  const opened = repositoryAt(directory, env);
  const { root } = await opened(signal);
  const said: string[] = [];
  const raw = await localChangeSource({ directory, env, opened, onNote: (text) => said.push(text) }).fetch(signal);
  const files = baseFiles({ directory, env, opened, revision: raw.mergeBase });
  const { text: settingsText, settings, own } = await settingsAtBase(files, {}, signal);
  const { text: attributes } = await readAttributes(files, signal);
  const fitting = await personasFor(raw, settings, { attributes, own });
  return { root, change: said.join(" "), settingsText, settings, own, fitting };
}

/** The same, or the reason why there is no change to read and the default settings. */
export async function readHereIfAny(
  directory: string,
  env: Environment,
  signal: AbortSignal,
): Promise<{ readonly here: Here; readonly problem: null } | { readonly here: null; readonly problem: ReviewError }> {
  try {
    return { here: await readHere(directory, env, signal), problem: null };
  } catch (error) {
    if (error instanceof ReviewError) return { here: null, problem: error };
    throw error;
  }
}

/** One line of `pr-debate doctor`. A `problem` stops a review, or a seat of it; a `warning` makes it weaker. */
export interface Check {
  readonly name: string;
  readonly status: "ok" | "warning" | "problem";
  readonly detail: string;
  /** What to do; every problem has one. */
  readonly remedy?: string;
}

export function fine(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

export function warning(name: string, detail: string, remedy?: string): Check {
  return { name, status: "warning", detail, ...(remedy === undefined ? {} : { remedy }) };
}

export function problem(name: string, detail: string, remedy: string): Check {
  return { name, status: "problem", detail, remedy };
}

/** A `ReviewError` as a check; another error is a fault of the program and goes on. */
export function checkOf(name: string, error: unknown, make = problem): Check {
  if (error instanceof ReviewError) return make(name, error.message, error.hint);
  throw error;
}
