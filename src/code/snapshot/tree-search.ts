import { isUtf8 } from "node:buffer";
import type { Hit, Hits, Refusal, SearchQuery } from "../../domain/snapshot.ts";
import { quotedPath } from "../git/errors.ts";
import type { GitPlace } from "../git/git.ts";
import { gitRecords } from "./git-records.ts";
import { type Glob, readGlob } from "./glob.ts";
import type { SnapshotLimits } from "./limits.ts";
import { grepPattern } from "./pattern.ts";

const longestText = 1_000;
const longestLine = 500;
const everywhere: Glob = { folder: "", matches: () => true };

/** A tree to search. All of its files may be shown. */
interface Searched {
  readonly place: GitPlace;
  readonly tree: string;
  readonly limits: SnapshotLimits;
}

/** The lines of a tree that match, found by `git grep` without any configuration, attribute or program of the repository. */
export async function searchTree(
  { place, tree, limits }: Searched,
  query: SearchQuery,
  limit: number,
  signal: AbortSignal,
): Promise<Hits | Refusal> {
  const asked = readQuery(query);
  if ("refused" in asked) return asked;
  const { glob, parameters } = asked;
  const hits: Hit[] = [];
  let truncated = false;
  let unreadable = 0;
  const onRecord = (record: Buffer): boolean => {
    const hit = readHit(record, tree);
    if (hit === null || !glob.matches(hit.path)) return true;
    if (hit.text === null) unreadable += 1;
    else if (hits.length === limit) truncated = true;
    else hits.push({ ...hit, text: hit.text });
    return !truncated;
  };
  const options = { separator: "\n", milliseconds: limits.searchMs, onRecord } as const;
  const where = glob.folder === "" ? [] : [glob.folder];
  const command = ["--literal-pathspecs", "grep", ...fixed, ...parameters, tree, "--", ...where];
  const { exitCode, stderr, stopped } = await gitRecords(place, command, options, signal);
  if (stopped === null && exitCode !== 0 && exitCode !== 1) return unsearchable(query, stderr);
  const omitted = [
    ...(stopped === "time" ? [`The search was stopped after ${limits.searchMs / 1_000} s.`] : []),
    ...(unreadable === 0 ? [] : [`${unreadable} lines that match are not UTF-8 and are left out.`]),
  ];
  return { hits, truncated: truncated || stopped === "time", omitted };
}

const fixed = [
  "-z",
  "-n",
  "-I",
  "--full-name",
  "--no-textconv",
  "--no-color",
  "--no-column",
  "--no-recurse-submodules",
];

function readQuery({
  text,
  regex,
  glob,
}: SearchQuery): { readonly glob: Glob; readonly parameters: readonly string[] } | Refusal {
  if (text === "") return { refused: "The text to search for is empty. Give some text." };
  if (/[\0\n]/.test(text)) return { refused: "The text to search for has more than one line. Search for one line." };
  if (text.length > longestText)
    return { refused: `The text to search for is longer than ${longestText} characters. Shorten it.` };
  const pattern = regex === true ? grepPattern(text) : { pattern: text };
  if ("refused" in pattern) return pattern;
  const read = glob === undefined ? everywhere : readGlob(glob);
  if ("refused" in read) return read;
  return { glob: read, parameters: [regex === true ? "-E" : "-F", "-e", pattern.pattern] };
}

/** `TREE:path`, NUL, the line's number, NUL, the line. The text is null if it is not UTF-8. */
function readHit(record: Buffer, tree: string): { path: string; line: number; text: string | null } | null {
  const first = record.indexOf(0);
  const second = record.indexOf(0, first + 1);
  if (first === -1 || second === -1) return null;
  const path = record.toString("utf8", tree.length + 1, first);
  const line = Number(record.toString("latin1", first + 1, second));
  const bytes = record.subarray(second + 1);
  return { path, line, text: isUtf8(bytes) ? shortened(bytes.toString("utf8").replace(/\r$/, "")) : null };
}

/** The start of a long line, such as one of minified code. */
function shortened(text: string): string {
  return text.length <= longestLine ? text : `${text.slice(0, longestLine).toWellFormed()} … (cut)`;
}

function unsearchable({ text }: SearchQuery, stderr: string): Refusal {
  const said = quotedPath(
    stderr
      .split("\n")
      .find((line) => line.startsWith("fatal:"))
      ?.slice(0, 200) ?? "no message",
  );
  return { refused: `The search for ${quotedPath(text.slice(0, 100))} failed (git: ${said}). Change the text.` };
}
