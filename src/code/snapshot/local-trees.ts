import { dirname, join } from "node:path";
import type { History } from "../../domain/snapshot.ts";
import { quotedPath } from "../git/errors.ts";
import { type Environment, type GitPlace, git } from "../git/git.ts";
import { openRepository, type Repository } from "../git/repository.ts";
import { copyIndex, type Scratch, withScratch } from "../git/scratch.ts";
import { gitRecords } from "./git-records.ts";
import { noHistory, type Opening } from "./lazy.ts";
import { oddPath } from "./paths.ts";
import { treeSnapshot } from "./tree-snapshot.ts";
import { withWorkingTree } from "./working-tree.ts";

interface LocalPlace {
  readonly directory: string;
  readonly env: Environment;
}

/** The tree of a commit, by its full sha, with its history. */
export function commitTree({ directory, env }: LocalPlace, sha: string): Opening {
  return async (signal, use) => {
    const repository = await openRepository(directory, env, signal);
    await withScratch(repository, signal, (scratch) =>
      use({ snapshot: treeSnapshot({ scratch, tree: sha }), history: gitHistory(repository, scratch, sha) }),
    );
  };
}

/** The files as they are on disk. */
export function workingTree({ directory, env }: LocalPlace): Opening {
  return async (signal, use) => {
    const repository = await openRepository(directory, env, signal);
    await withWorkingTree(repository, signal, (snapshot) => use({ snapshot, history: noHistory }));
  };
}

/** The files as they are staged for the next commit. */
export function stagedTree({ directory, env }: LocalPlace): Opening {
  return async (signal, use) => {
    const repository = await openRepository(directory, env, signal);
    await withScratch(repository, signal, async (scratch) => {
      await copyIndex(repository, scratch);
      const tree = (await git(scratch.place, ["write-tree", "--missing-ok"], { signal })).trim();
      await use({ snapshot: treeSnapshot({ scratch, tree }), history: noHistory });
    });
  };
}

const mostCommits = 20;
const mostMs = 10_000;
const longestSubject = 200;

/** The history of a commit, without configuration, signatures, notes or programs of the repository. */
export function gitHistory(repository: Repository, scratch: Scratch, commit: string): History {
  const place = withShallow(repository, scratch.place);
  return {
    async commits(path, lines, signal) {
      const odd = oddPath(path);
      if (odd !== null)
        return { refused: `${quotedPath(path.slice(0, 200))} ${odd}. List the files to see which there are.` };
      const fields: string[] = [];
      const onRecord = (record: Buffer): boolean => fields.push(record.toString("utf8")) > 0;
      const options = { separator: "\0", milliseconds: mostMs, onRecord } as const;
      const what = lines === null ? [commit, "--", path] : [`-L${lines.from},${lines.to}:${path}`, commit, "--"];
      const { exitCode, stderr, stopped } = await gitRecords(place, [...command, ...what], options, signal);
      if (stopped !== null)
        return { refused: `The history of ${quotedPath(path)} takes longer than ${mostMs / 1_000} s.` };
      if (exitCode !== 0)
        return { refused: `${quotedPath(path)} has no such history (git: ${quotedPath(firstLine(stderr))}).` };
      return { commits: commitsIn(fields) };
    },
  };
}

const command = [
  ...["--literal-pathspecs", "log", "-z", "--no-patch", `--max-count=${mostCommits}`, "--format=%H%x00%as%x00%s"],
  ...["--no-notes", "--no-color", "--no-mailmap", "--no-decorate", "--encoding=UTF-8"],
  ...["--no-ext-diff", "--no-textconv"],
];

/** A shallow clone lists the commits whose parents it lacks beside its objects. */
function withShallow({ shallow, objects }: Repository, place: GitPlace): GitPlace {
  if (!shallow) return place;
  return { ...place, environment: { ...place.environment, GIT_SHALLOW_FILE: join(dirname(objects), "shallow") } };
}

function commitsIn(fields: readonly string[]): { sha: string; date: string; subject: string }[] {
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, index) => {
    const [sha = "", date = "", subject = ""] = fields.slice(index * 3);
    return { sha: sha.trim(), date, subject: subject.slice(0, longestSubject).toWellFormed() };
  });
}

function firstLine(stderr: string): string {
  return (stderr.split("\n")[0] ?? "").slice(0, 200);
}
