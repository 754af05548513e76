import { gainOf } from "../diff/gain.ts";
import type { Reading } from "../diff/triage.ts";
import type { Change, ChangedFile } from "../domain/change.ts";

/** Changes that a list of hunks hides and a reviewer must not miss (H70). */
export function remarkable({ files }: Change, reading: (file: ChangedFile) => Reading): string[] {
  return [...files.flatMap(remarksOn), ...groups.flatMap((group) => remarkOn(group, files, reading))];
}

function remarksOn(file: ChangedFile): string[] {
  const { path, previousPath, kind, status, baseMode, headMode } = file;
  if (kind === "submodule") return [`${path} is a submodule: its commits are not part of this review.`];
  if (kind === "symlink" && status !== "removed") return [`${path} is a symbolic link: check where it points.`];
  if (headMode === "100755" && baseMode !== "100755" && status !== "added") return [`${path} became executable.`];
  const gain = gainOf(file, () => false);
  if (gain !== null) return [`${path} was ${previousPath}: ${gain}, so all of it counts as changed.`];
  return steering.test(path)
    ? [`${path} steers these reviews: until this is merged, what stands at the merge base counts.`]
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
        ? `${names} is a workflow: it runs with this repository's rights.`
        : `These are workflows, which run with this repository's rights: ${names}.`,
  },
  {
    holds: ({ status, hunks, unreviewed }, { state }) =>
      (status === "renamed" || status === "copied") &&
      hunks.length === 0 &&
      unreviewed === undefined &&
      state !== "excluded",
    say: (names, isOne) =>
      `Without a change of text, ${isOne ? "a file has another name" : "files have other names"}: ${names}.`,
  },
  {
    holds: ({ status, kind, hunks, unreviewed }, { state }) =>
      status === "added" && kind === "text" && hunks.length === 0 && unreviewed === undefined && state !== "excluded",
    say: (names, isOne) =>
      `${isOne ? "A new file is" : "New files are"} empty, and may mean something by being there: ${names}.`,
  },
  {
    holds: ({ kind, unreviewed }, { state, ...rest }) =>
      kind === "binary" &&
      unreviewed === undefined &&
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
  const names = held
    .slice(0, mostNames)
    .map(({ path, previousPath }) => (previousPath === undefined ? path : `${path} (was ${previousPath})`));
  const more = held.length > mostNames ? ` and ${held.length - mostNames} more` : "";
  return [say(`${names.join(", ")}${more}`, held.length === 1)];
}
