import picomatch from "picomatch";
import {
  type ChangedFile,
  mostChangedBytes,
  secretsOnly,
  type Unreadable,
  type UnreadKind,
} from "../../domain/change.ts";
import { isData } from "./path-kinds.ts";

interface PathList {
  readonly reason: string;
  readonly globs: readonly string[];
  /** A generated kind of file that no one writes by hand. A new one needs no word in the title. */
  readonly isSilent?: true;
}

/**
 * Files that neither models nor rules read, by path. The lists are fixed, so nothing inside a file can hide it from
 * review. The first matching list counts.
 */
const unread: readonly PathList[] = [
  {
    reason: "lock file",
    isSilent: true,
    globs: [
      "**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,deno.lock}",
      "**/{Cargo.lock,go.sum,poetry.lock,uv.lock,Pipfile.lock,Gemfile.lock,composer.lock,pubspec.lock,Podfile.lock,gradle.lockfile,flake.lock}",
    ],
  },
  {
    reason: "vendored",
    globs: ["**/{node_modules,bower_components,jspm_packages,vendor,third_party,Pods}/**"],
  },
  {
    // Folders that tools fill. `build`, `out` and `target` also hold hand-written code, so they are read.
    reason: "generated",
    globs: [
      "**/{dist,.next,.nuxt,.svelte-kit,__generated__}/**",
      "**/*.{min.js,min.mjs,min.cjs,min.css,map,pb.go,pb.cc,pb.h,g.dart,freezed.dart}",
      "**/*-min.{js,css}",
      "**/*_pb.{js,d.ts}",
      "**/*_pb2.{py,pyi}",
      "**/*_pb2_grpc.py",
    ],
  },
];

const lists = unread.map(({ globs, ...list }) => ({ ...list, matches: picomatch([...globs], { dot: true }) }));

export type Reading =
  | { readonly state: "read" }
  /** Only rules and the search for secrets read it: it has more text than a review takes. */
  | { readonly state: "too-large"; readonly reason: string }
  /**
   * Left out for models and rules; the search for secrets still reads it. `isNew`: the base does not confirm that the
   * file is of the kind that its path suggests.
   */
  | { readonly state: "secrets-only"; readonly reason: string; readonly isNew: boolean; readonly unread?: UnreadKind }
  /** No seat reads it, because the base settings exclude it or it has no text that could be read. */
  | { readonly state: "excluded"; readonly reason: string; readonly unread?: UnreadKind };

/**
 * Decides for each file which seats read it. `ignore` are the globs of the base settings, `marked` the attributes at
 * the base. The head has no say.
 */
export function triage(ignore: readonly string[], marked: Marked = () => null): (file: ChangedFile) => Reading {
  const ignored = pathTest(ignore);
  return (file) => {
    if (ignored(file.path)) return { state: "excluded", reason: "ignored by the base configuration" };
    const mark = marked(file.path);
    const listed = mark === false ? undefined : (lists.find(({ matches }) => matches(file.path)) ?? markedList(mark));
    return unreadBy(file, listed !== undefined) ?? (listed === undefined ? { state: "read" } : searched(file, listed));
  };

  function searched(file: ChangedFile, listed: Pick<PathList, "reason" | "isSilent">): Reading {
    const isNew = listed.isSilent !== true && !wasGenerated(file, marked);
    const reason = isNew ? `new on a path of ${listed.reason} files` : listed.reason;
    return { state: "secrets-only", reason: `${reason}: ${secretsOnly}`, isNew };
  }
}

/** Why no model can read a file, whatever its path; null if one can. A listed file is searched for secrets as far as it has lines. */
function unreadBy(file: ChangedFile, isListed: boolean): Reading | null {
  const what = file.unreadable?.what;
  if (what !== undefined) return { state: "excluded", reason: `${wordsFor[what]}: no seat can read it`, unread: what };
  const isShown = file.unreviewed !== undefined || file.hunks.length > 0;
  if (file.kind === "binary" && !isShown) return { state: "excluded", reason: "binary" };
  const isSearched = isListed && file.hunks.length > 0;
  return file.large === undefined || isSearched ? null : readingOfLarge(file, file.large, isListed);
}

const wordsFor: Readonly<Record<Unreadable["what"], string>> = {
  submodule: "a submodule",
  lfs: "stored in Git LFS",
  binary: "binary",
  encoding: "in an unknown encoding",
};

/** Data is left to the search for secrets, which needs lines to search. Code is a gap that the base can close. */
function readingOfLarge(file: ChangedFile, bytes: number, isListed: boolean): Reading {
  if (file.status === "removed") return { state: "excluded", reason: "removed" };
  const size = `${(bytes / mostChangedBytes).toFixed(1)} MiB`;
  if (!isListed && !isData(file.path)) return { state: "too-large", reason: `${size} of text, ${wayOut}` };
  if (file.hunks.length === 0)
    return { state: "excluded", reason: `${size} of generated text or data`, unread: "large" };
  return { state: "secrets-only", reason: `${size} of data: ${secretsOnly}`, isNew: false, unread: "large" };
}

const wayOut =
  "more than a review takes: split it, or name it under paths.ignore in the settings, or linguist-generated in .gitattributes, at the base";

/** A test for the globs of the settings; without globs nothing matches. */
export function pathTest(globs: readonly string[]): (path: string) => boolean {
  return globs.length === 0 ? () => false : picomatch([...globs], { dot: true });
}

/** Whether a path is on a list of generated or vendored files. */
export function isGenerated(path: string): boolean {
  return lists.some(({ matches, isSilent }) => isSilent !== true && matches(path));
}

function markedList(mark: boolean | null): Pick<PathList, "reason" | "isSilent"> | undefined {
  return mark === true ? { reason: "generated" } : undefined;
}

/**
 * Whether the base has the file on such a path: this path, or another one from which it moved unchanged. A link that
 * becomes a file is new.
 */
function wasGenerated(
  { status, path, previousPath = path, hunks, kind, baseMode, headMode }: ChangedFile,
  marked: Marked,
): boolean {
  if (kind === "text" && headMode !== undefined && baseMode?.slice(0, 3) !== headMode.slice(0, 3)) return false;
  if (status === "renamed") return hunks.length === 0 && (marked(previousPath) ?? isGenerated(previousPath));
  return status === "modified" || status === "removed";
}

/** Whether attributes mark a file as generated; null if they do not say. */
export type Marked = (path: string) => boolean | null;

const attribute = "linguist-generated";
const mostLines = 5_000;
const longestPattern = 300;
/** Paths are untrusted, so a pattern that could take long on one is not tried. */
const mostStars = 6;

const values: Readonly<Record<string, boolean | null>> = {
  [attribute]: true,
  [`${attribute}=true`]: true,
  [`${attribute}=false`]: false,
  [`-${attribute}`]: false,
  [`!${attribute}`]: null,
};

/**
 * Reads `linguist-generated` from the text of a `.gitattributes` file at the root. As in git, the last matching line
 * counts. An unreadable line is ignored, so that its files are reviewed.
 */
export function generatedMarks(text: string): Marked {
  const lines = text.split(/\r?\n/).slice(0, mostLines);
  const macros = new Set(lines.flatMap((line) => macroIn(line) ?? []));
  const marks = lines.flatMap((line) => markIn(line, macros) ?? []).reverse();
  return (path) => marks.find(({ matches }) => matches(path))?.value ?? null;
}

/** `[attr]generated linguist-generated -diff` gives the attribute another name. */
function macroIn(line: string): string | null {
  const [head = "", ...words] = line.trim().split(/\s+/);
  return head.startsWith("[attr]") && words.includes(attribute) ? head.slice("[attr]".length) : null;
}

function markIn(line: string, macros: ReadonlySet<string>) {
  const [pattern = "", ...words] = line.trim().split(/\s+/);
  const said = words.map((word) => (macros.has(word) ? attribute : word)).filter((word) => Object.hasOwn(values, word));
  const value = values[said.at(-1) ?? ""];
  const matches = value === undefined ? null : testOf(pattern);
  return value === undefined || matches === null ? null : { matches, value };
}

/** A pattern without a slash is for names in any folder. A pattern for a folder alone matches no file in it. */
function testOf(pattern: string): ((path: string) => boolean) | null {
  const isStrange = /^(?:["!#]|\[attr\])/.test(pattern) || pattern.endsWith("/") || pattern.length > longestPattern;
  if (pattern === "" || isStrange || pattern.split("*").length - 1 > mostStars) return null;
  const glob = pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`;
  return picomatch(glob, { dot: true, nobrace: true, noextglob: true, nonegate: true });
}
