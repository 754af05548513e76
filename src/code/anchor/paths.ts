import { posix } from "node:path";
import { decodeName } from "../diff/file-name.ts";
import { withoutEntities, withoutOwnEscapes } from "./repairs.ts";

/** One way to read a path that a seat states, with the line that stands behind it. */
export interface PathReading {
  readonly path: string;
  readonly line?: number | undefined;
}

/** A form in which models write paths. `undo` gives the path without it, or null if the path has not this form. */
export interface PathForm {
  readonly name: string;
  readonly undo: (path: string) => PathReading | string | null;
}

/** `:12`, `:12-15`, `:12:3`, `#L12`, `#L12-L15`, `(12,3)`, `, line 12`, ` (lines 3-5)`. */
const placeBehind =
  /(?:[:@]\s?L?|#L?|\(|,?\s\(?(?:at\s)?(?:lines?|L)\s?:?\s?|:lines?\s?)(?<line>\d{1,9})(?:(?:C\d{1,9})?\s?(?:[-–—:,.]|\.\.|to|and)\s?L?\d{1,9}(?:C\d{1,9})?)?[):,.]*$/i;

/** Each form on its own: they are undone in any order and number, so that combinations need no row. */
export const pathForms: readonly PathForm[] = [
  { name: "blanks around it", undo: (path) => path.trim() },
  { name: "a place behind it", undo: withoutPlace },
  {
    name: "marks around it",
    undo: (path) => /^[`"'“‘«<(*[]+(?<path>.+?)[`"'”’»>)*\]]+$/.exec(path)?.groups?.["path"] ?? null,
  },
  { name: "a link", undo: (path) => /^\[[^\]]*\]\((?<target>[^)]+)\)$/.exec(path)?.groups?.["target"] ?? null },
  {
    name: "a label",
    undo: (path) => path.replace(/^(?:(?:path|file|file ?name|in|diff --git)\s?:?\s|[+-]{3}\s|(?:path|file):)\s*/i, ""),
  },
  { name: "git's quotation marks", undo: gitName },
  { name: "backslashes", undo: (path) => path.replace(/\\+/g, "/") },
  { name: "our own escapes", undo: withoutOwnEscapes },
  { name: "percent escapes", undo: percentDecoded },
  { name: "HTML entities", undo: withoutEntities },
  { name: "a web address", undo: (path) => path.replace(/^(?:https?:\/\/[^/]+|file:\/\/)(?=\/)/i, "") },
  { name: "a query", undo: (path) => path.replace(/\?[^/#]*(?=#|$)/, "") },
  { name: "a symbol behind it", undo: (path) => path.replace(/(?:::|#|:)[A-Za-z_$][\w$.:]*(?:\(\))?$/, "") },
  { name: "a remark behind it", undo: (path) => path.replace(/\s\([^()]*\)$/, "") },
  { name: "a stop behind it", undo: (path) => path.replace(/[.,;:]+$/, "") },
  { name: "a rename", undo: renamed },
  { name: "a prefix of diffs", undo: (path) => path.replace(/^[abciow]\//, "") },
  { name: "dots and empty parts", undo: (path) => (path === "" ? null : posix.normalize(path)) },
];

/** Only so many readings of one path are tried, and none but itself of a longer one. */
const mostReadings = 60;
const longestOdd = 1_000;

/** The readings of a path, the most literal first. */
function pathReadings(given: string, forms: readonly PathForm[] = pathForms): readonly PathReading[] {
  const readings: PathReading[] = [{ path: given }];
  const seen = new Set([given]);
  for (let at = 0; at < readings.length && readings.length < mostReadings && given.length <= longestOdd; at++) {
    const { path, line } = readings[at] ?? { path: given };
    for (const { undo } of forms) {
      const undone = undo(path);
      const next: PathReading = typeof undone === "string" ? { path: undone } : (undone ?? { path });
      if (next.path === "" || seen.has(next.path)) continue;
      seen.add(next.path);
      readings.push({ path: next.path, line: line ?? next.line });
    }
  }
  return readings;
}

/** The line behind a stated path. */
export function lineBehind(given: string): number | undefined {
  return pathReadings(given).find(({ line }) => line !== undefined)?.line;
}

/** A file that a stated path may mean. `isExact`: it is the whole path, perhaps in another form, and not only its end. */
export interface MeantFile extends PathReading {
  readonly isExact: boolean;
}

/** The files that a stated path may mean, the likeliest first; none if it is the end of several. */
export type PathFinder = (given: string) => readonly MeantFile[];

/**
 * Looks paths up among some files. `names` holds each name of a file with its path: a renamed file has two names. A whole path goes before
 * the end of one, and letter case counts.
 */
export function pathFinder(names: Iterable<readonly [name: string, path: string]>, forms = pathForms): PathFinder {
  const all = [...names].map(([name, path]) => ({ name: composed(name), path }));
  const byName = Map.groupBy(all, ({ name }) => name);
  const byBase = Map.groupBy(all, ({ name }) => posix.basename(name));
  return (given) => {
    const readings = pathReadings(given, forms).map(({ path, line }) => ({ path: composed(path), line }));
    const exact = readings.flatMap(({ path, line }) => {
      const file = theOnly(byName.get(path) ?? []);
      return file === null ? [] : [{ path: file, line, isExact: true }];
    });
    if (exact.length > 0) return exact;
    for (const { path, line } of readings) {
      const alike = (byBase.get(posix.basename(path)) ?? []).filter(({ name }) => isEndOf(name, path));
      const longest = Math.max(...alike.map(({ name }) => Math.min(name.length, path.length)));
      const file = theOnly(alike.filter(({ name }) => Math.min(name.length, path.length) === longest));
      if (file !== null) return [{ path: file, line, isExact: false }];
      if (alike.length > 0) return [];
    }
    return [];
  };
}

/** Whether a stated path may mean this file. */
export function mayMean(given: string, path: string): boolean {
  return given === path || pathFinder([[path, path]])(given).length > 0;
}

/** One path is the end of the other. A relative path that is longer than the file's shares a folder with it. */
function isEndOf(name: string, path: string): boolean {
  if (name.endsWith(`/${path}`)) return true;
  return path.endsWith(`/${name}`) && !path.startsWith("../") && (isAbsolute(path) || name.includes("/"));
}

function isAbsolute(path: string): boolean {
  return /^(?:[a-z]:|~)?\//i.test(path);
}

function theOnly(found: readonly { readonly path: string }[]): string | null {
  const [first, ...others] = new Set(found.map(({ path }) => path));
  return first === undefined || others.length > 0 ? null : first;
}

/** Systems differ in how they write a letter with an accent: as one character or as two. */
function composed(path: string): string {
  return path.normalize("NFC");
}

function withoutPlace(path: string): PathReading | null {
  const found = placeBehind.exec(path);
  if (found === null || found.index === 0) return null;
  return { path: path.slice(0, found.index), line: Number(found.groups?.["line"]) };
}

/** `"src/\303\244.ts"`, with or without the quotation marks. */
function gitName(path: string): string | null {
  return path.includes("\\") ? (decodeName(path.startsWith('"') ? path : `"${path}"`) ?? null) : null;
}

function percentDecoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** `old.ts => new.ts` and `src/{old => new}/a.ts` are the new name. */
function renamed(path: string): string | null {
  const arrow = String.raw`\s?(?:=>|->|→)\s?`;
  const braces = new RegExp(`^(?<before>.*)\\{[^{}]*?${arrow}(?<name>[^{}]*)\\}(?<behind>.*)$`).exec(path)?.groups;
  if (braces !== undefined) return `${braces["before"]}${braces["name"]}${braces["behind"]}`;
  return new RegExp(`^.+?${arrow}(?<name>[^{}]+)$`).exec(path)?.groups?.["name"] ?? null;
}
