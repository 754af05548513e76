import picomatch from "picomatch";
import { isDocumentationPath, isTestPath } from "../../code/diff/path-kinds.ts";
import { meant, quoted } from "../../domain/known-names.ts";
import { Globs } from "../../settings/fields.ts";

/** A part of a change that calls for a persona. `share` is the least share of the changed lines. */
export interface Fit {
  readonly holds: (path: string) => boolean;
  readonly share: number;
  /** A fit for the shape of the whole change, and the reason in words. Fits for kinds of files go before it. */
  readonly whole?: { readonly holds: (shape: ChangeShape) => boolean; readonly why: string };
  /** Why it is seated whatever the change is. */
  readonly always?: string;
}

/** A change by its numbers. */
export interface ChangeShape {
  readonly folders: number;
  readonly lines: number;
  readonly removed: number;
}

const options = { dot: true, nocase: true } as const;
const usualShare = 0.25;
const half = 0.5;

export const everyChange = "every change";
const wide = 8;
const long = 600;

/** The entries of `## Fits` that are not globs. */
const kinds: Readonly<Record<string, Fit>> = {
  [everyChange]: { holds: () => true, share: 0, always: "it fits every change" },
  "files in eight folders or more": whole(
    ({ folders }) => folders >= wide,
    `the change touches files in ${wide} folders or more`,
  ),
  "changes of more than 600 lines": whole(({ lines }) => lines > long, `the change has more than ${long} lines`),
  "changes that mostly remove lines": whole(
    ({ lines, removed }) => removed >= 30 && removed * 3 >= lines * 2,
    "the change mostly removes lines",
  ),
  "test files, where they are most of the change": { holds: isTestPath, share: half },
  "documentation, where it is most of the change": { holds: isDocumentationPath, share: half },
};

/** The parts of a change that a persona's entries call for: all its globs together, and each kind. */
export function fitsIn(entries: readonly string[]): readonly Fit[] {
  const globs = entries.filter((entry) => !Object.hasOwn(kinds, entry));
  const named = entries.flatMap((entry) => (Object.hasOwn(kinds, entry) ? (kinds[entry] ?? []) : []));
  return globs.length === 0 ? named : [{ holds: picomatch(globs, options), share: usualShare }, ...named];
}

/** A kind has words, a glob has none. Part of a sentence; null for a good entry. */
export function problemOfFit(entry: string): string | null {
  if (Object.hasOwn(kinds, entry)) return null;
  if (/\s/.test(entry))
    return `has the unknown entry ${quoted(entry)} below "## Fits". Write a glob without spaces, or a kind of change: ${Object.keys(kinds).join("; ")}.${meant(entry, Object.keys(kinds))}`;
  const problem = Globs.safeParse([entry]).error?.issues[0]?.message;
  return problem === undefined ? null : `has the entry ${quoted(entry)} below "## Fits", which must be ${problem}`;
}

function whole(holds: (shape: ChangeShape) => boolean, why: string): Fit {
  return { holds: () => true, share: 0, whole: { holds, why } };
}
