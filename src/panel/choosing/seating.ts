import type { ChangedFile } from "../../domain/change.ts";
import { type Persona, quoted } from "../../domain/known-names.ts";
import { plural } from "../../text/text.ts";
import { alwaysSeated, type FittingPersona } from "../vendors/seat-list.ts";
import { type ChangeShape, type Fit, fitsIn } from "./fits.ts";

interface SizedFile {
  readonly path: string;
  readonly lines: number;
  readonly removed: number;
}

/** A reason to seat a persona. `weight` is the number of its lines, 0 where the shape of the whole change calls for it. */
interface Call {
  readonly by: "itself" | "question" | "change";
  readonly why: string;
  readonly weight: number;
}

/** What a persona is called by counts first: one that fits every change, one for a file that the question names, and one for the change. */
const firstBy: Readonly<Record<Call["by"], number>> = { itself: 0, question: 1, change: 2 };

/**
 * The personas that a change calls for, most changed lines first; of equals the first in the list. `files` are those that models read, `named` those
 * that a question names. Those that are always seated are not named.
 */
export function fittingPersonas(
  files: readonly ChangedFile[],
  personas: readonly Pick<Persona, "name" | "fits">[],
  named: readonly string[] = [],
): FittingPersona[] {
  const change = files.map((file) => ({ path: onOneLine(file.path), lines: linesOf(file), removed: removedIn(file) }));
  const question = named.map((path) => ({ path: onOneLine(path), lines: 1, removed: 0 }));
  return personas
    .filter(({ name }) => !alwaysSeated.some((one) => one === name))
    .flatMap(({ name, fits }) => {
      const [first] = fitsIn(fits)
        .flatMap((fit) => callsBy(fit, question, change))
        .toSorted(inOrder);
      return first === undefined ? [] : [{ ...first, persona: name }];
    })
    .toSorted(inOrder)
    .map(({ persona, why }) => ({ persona, why }));
}

function inOrder(one: Call, other: Call): number {
  return firstBy[one.by] - firstBy[other.by] || other.weight - one.weight;
}

function callsBy(fit: Fit, question: readonly SizedFile[], change: readonly SizedFile[]): Call[] {
  const { always, whole } = fit;
  if (always !== undefined) return [{ by: "itself", why: always, weight: 0 }];
  if (whole === undefined)
    return [
      ...callByFiles(fit, question).map((call) => ({
        by: "question" as const,
        ...call,
        why: `the question names ${call.why}`,
      })),
      ...callByFiles(fit, change).map((call) => ({
        by: "change" as const,
        ...call,
        why: `the change touches ${call.why}`,
      })),
    ];
  return change.length > 0 && whole.holds(shapeOf(change)) ? [{ by: "change", why: whole.why, weight: 0 }] : [];
}

/** The files as words, where they are a large enough part of all. */
function callByFiles({ holds, share }: Fit, files: readonly SizedFile[]): Pick<Call, "why" | "weight">[] {
  const fitting = files.filter(({ path }) => holds(path)).toSorted((a, b) => b.lines - a.lines);
  const [first, ...others] = fitting;
  const weight = linesIn(fitting);
  if (first === undefined || weight < linesIn(files) * share) return [];
  const more = others.length === 0 ? "" : ` and ${plural(others.length, "more file")}`;
  return [{ why: `${quoted(first.path)}${more}`, weight }];
}

/** A path on one line. */
function onOneLine(path: string): string {
  return path.replaceAll(/[\n\r]/g, "_");
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
