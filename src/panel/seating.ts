import type { ChangedFile } from "../domain/change.ts";
import { type Persona, quoted } from "../domain/known-names.ts";
import { plural } from "../text/text.ts";
import { alwaysSeated, type FittingPersona } from "../vendors/seat-list.ts";
import { type ChangeShape, type Fit, fitsIn } from "./fits.ts";

interface SizedFile {
  readonly path: string;
  readonly lines: number;
  readonly removed: number;
}

/** A persona that a change calls for. `weight` is the number of its lines, 0 where the shape of the whole change calls for it. */
interface Caller extends FittingPersona {
  readonly weight: number;
}

/**
 * The personas that a change calls for, most changed lines first; of equals the first in the list. `files` are those that models read. Those that
 * are always seated are not named.
 */
export function fittingPersonas(
  files: readonly ChangedFile[],
  personas: readonly Pick<Persona, "name" | "fits">[],
): FittingPersona[] {
  const sized = files.map((file) => ({
    path: file.path.replaceAll(/[\n\r]/g, "_"),
    lines: linesOf(file),
    removed: removedIn(file),
  }));
  return personas
    .filter(({ name }) => !alwaysSeated.some((one) => one === name))
    .flatMap(({ name, fits }) => strongest(fitsIn(fits).flatMap((fit) => callerBy(name, fit, sized))))
    .sort((a, b) => b.weight - a.weight)
    .map(({ persona, why }) => ({ persona, why }));
}

function strongest(callers: readonly Caller[]): Caller[] {
  return callers.toSorted((a, b) => b.weight - a.weight).slice(0, 1);
}

function callerBy(persona: string, { holds, share, whole }: Fit, files: readonly SizedFile[]): Caller[] {
  if (files.length === 0) return [];
  if (whole !== undefined) return whole.holds(shapeOf(files)) ? [{ persona, why: whole.why, weight: 0 }] : [];
  const fitting = files.filter(({ path }) => holds(path)).sort((a, b) => b.lines - a.lines);
  const [first, ...others] = fitting;
  const weight = linesIn(fitting);
  if (first === undefined || weight < linesIn(files) * share) return [];
  const more = others.length === 0 ? "" : ` and ${plural(others.length, "more file")}`;
  return [{ persona, why: `the change touches ${quoted(first.path)}${more}`, weight }];
}

function shapeOf(files: readonly SizedFile[]): ChangeShape {
  const folders = new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1))).size;
  return { folders, lines: linesIn(files), removed: files.reduce((sum, { removed }) => sum + removed, 0) };
}

function linesIn(files: readonly SizedFile[]): number {
  return files.reduce((sum, { lines }) => sum + lines, 0);
}

function removedIn({ hunks }: ChangedFile): number {
  return hunks.flatMap(({ lines }) => lines).filter(({ kind }) => kind === "removed").length;
}

/** A file without text counts as one line. */
function linesOf({ hunks }: ChangedFile): number {
  return Math.max(1, hunks.flatMap(({ lines }) => lines).filter(({ kind }) => kind !== "context").length);
}
