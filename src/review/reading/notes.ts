import { gainOf } from "../../code/diff/gain.ts";
import type { Reading } from "../../code/diff/triage.ts";
import type { Unsearched } from "../../domain/answers.ts";
import type { Change, ChangedFile } from "../../domain/change.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Silenced } from "../../domain/review.ts";
import type { RuleInfo } from "../../domain/rule-info.ts";
import { languageOf } from "../../panel/rules/rule.ts";
import { strayNames, strayText } from "../../settings/place.ts";
import { remarksOnComments } from "../gate/ignore-comments.ts";
import type { Prepared } from "../prepare.ts";

/** All notes on the change, and on the files that models or rules did not read. */
export function notesOn(
  { table, change, reading, files, generated, counted }: Prepared,
  unsearched: readonly Unsearched[],
  isUnread: boolean,
): string[] {
  const written = files.filter((file) => !generated.includes(file));
  return [
    ...changeNotes(change, reading),
    ...blindSpots(written, isUnread ? 0 : counted),
    ...generatedNotes(generated, reading),
    ...unsearchedNotes(unsearched),
    ...remarksOnComments(written, table.silencing?.ruleIds ?? []),
  ];
}

/** Changes that a list of hunks hides and a reviewer must not miss. */
export function changeNotes({ files }: Change, reading: (file: ChangedFile) => Reading): string[] {
  return [...files.flatMap(remarksOn), ...groups.flatMap((group) => remarkOn(group, files, reading))];
}

function remarksOn(file: ChangedFile): string[] {
  const { path, previousPath, kind, status, baseMode, headMode } = file;
  if (kind === "submodule") return [`${path} is a submodule: its commits are not part of this review.`];
  if (kind === "symlink" && status !== "removed") return [`${path} is a symbolic link: check where it points.`];
  if (headMode === "100755" && baseMode !== "100755" && status !== "added") return [`${path} became executable.`];
  const gain = gainOf(file, () => false);
  if (gain !== null) return [`${path} was ${previousPath}: ${gain}, so all of it counts as changed.`];
  if (status !== "removed" && strayNames.includes(path)) return [`${strayText(path)}.`];
  return steering.test(path)
    ? [`${path} steers these reviews: until this is merged, its version at the merge base counts.`]
    : [];
}

/** Settings, own rules, the baseline, marks of generated files and guides of the repository. */
const steering = /^(?:\.github\/pr-debate(?:\.yml$|-baseline\.json$|\/)|\.gitattributes$|AGENTS\.md$|CLAUDE\.md$)/;

interface Group {
  readonly holds: (file: ChangedFile, reading: Reading) => boolean;
  readonly say: (names: string, isOne: boolean) => string;
}

/** Kinds of change that may concern hundreds of files: one sentence for each kind. */
const groups: readonly Group[] = [
  {
    holds: (file) => file.path.startsWith(".github/workflows/") && remarksOn(file).length === 0,
    say: (names, isOne) =>
      isOne
        ? `${names} is a workflow: it runs with this repository's permissions.`
        : `These are workflows, which run with this repository's permissions: ${names}.`,
  },
  {
    holds: ({ status, hunks, unreviewed }, { state }) =>
      (status === "renamed" || status === "copied") &&
      hunks.length === 0 &&
      unreviewed === undefined &&
      state !== "excluded",
    say: (names, isOne) => `${isOne ? "A file has" : "Files have"} a new path but the same text: ${names}.`,
  },
  {
    holds: ({ status, kind, hunks, unreviewed }, { state }) =>
      status === "added" && kind === "text" && hunks.length === 0 && unreviewed === undefined && state !== "excluded",
    say: (names, isOne) =>
      `${isOne ? "A new file is empty; its presence" : "New files are empty; their presence"} alone may have an effect: ${names}.`,
  },
  {
    holds: ({ kind, unreviewed, unreadable }, { state, ...rest }) =>
      kind === "binary" &&
      unreviewed === undefined &&
      unreadable === undefined &&
      state === "excluded" &&
      "reason" in rest &&
      rest.reason === "binary",
    say: (names, isOne) => `No seat can read ${isOne ? "a binary file" : "binary files"}: ${names}.`,
  },
];

const mostNames = 5;

function remarkOn(
  { holds, say }: Group,
  files: readonly ChangedFile[],
  reading: (file: ChangedFile) => Reading,
): string[] {
  const held = files.filter((file) => holds(file, reading(file)));
  if (held.length === 0) return [];
  const names = held.map(({ path, previousPath }) =>
    previousPath === undefined ? path : `${path} (was ${previousPath})`,
  );
  return [say(listed(names), held.length === 1)];
}

/** Names the files that no rule can read. Without models they were only searched for secrets, which a reader could take for a review. */
export function blindSpots(files: readonly ChangedFile[], counted: number): string[] {
  const unread = files.filter((file) => file.kind === "text" && !isReadByRules(file));
  if (counted > 0 || unread.length === 0) return [];
  const which = `${unread.length} of ${files.length} files`;
  const names = listed(unread.map(({ path }) => path));
  return [`No rule reads this kind of file, so ${which} were only searched for secrets: ${names}.`];
}

/** There are rules for YAML only where it is a workflow of GitHub, a file of compose or an object of Kubernetes. */
const knownYaml = /^\.github\/workflows\/[^/]+$|(?:^|\/)(?:docker-)?compose[^/]*$/;

function isReadByRules({ path, headText, hunks }: ChangedFile): boolean {
  const language = languageOf(path);
  if (language !== "yaml" || knownYaml.test(path)) return language !== null;
  const text = headText ?? hunks.flatMap(({ lines }) => lines.map((line) => line.text)).join("\n");
  return /^apiVersion:/m.test(text) && /^kind:/m.test(text);
}

/** Names the files that rules and models were not given. */
export function generatedNotes(files: readonly ChangedFile[], reading: (file: ChangedFile) => Reading): string[] {
  if (files.length === 0) return [];
  const names = files.map((file) => {
    const read = reading(file);
    return read.state === "secrets-only" && read.isNew ? `${file.path} (new)` : file.path;
  });
  const which = files.length === 1 ? "1 file is" : `${files.length} files are`;
  return [
    `${which} generated, vendored, a lock file or large data, left out of rules and models, and only searched for secrets: ${listed(names)}.`,
  ];
}

/** Names the lines that rules did not search. */
export function unsearchedNotes(unsearched: readonly Unsearched[]): string[] {
  const notes = unsearched.slice(0, mostNames).map(({ path, reason }) => `${path}: ${reason}.`);
  const left = unsearched.length - notes.length;
  return left === 0 ? notes : [...notes, `${left} more files have such lines: see the coverage.`];
}

function listed(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return `${names.slice(0, mostNames).join(", ")}${more}`;
}

/** The rules that findings and silenced findings name, each once, also where a rule's claim was merged into another finding. */
export function rulesIn(
  known: readonly RuleInfo[],
  findings: readonly Finding[],
  silenced: readonly Silenced[],
): RuleInfo[] {
  const named = new Set([
    ...findings.flatMap(({ rule, alsoReported }) => [rule, ...alsoReported.map((claim) => claim.rule)]),
    ...silenced.map(({ rule }) => rule),
  ]);
  return known.filter(({ id }) => named.has(id));
}
