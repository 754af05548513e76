import type { Environment } from "../local/git.ts";
import { git } from "../local/git.ts";
import { openRepository } from "../local/repository.ts";
import { copyIndex, withScratch } from "../local/scratch.ts";
import { gitHistory } from "./history.ts";
import type { Opening } from "./lazy.ts";
import { noHistory } from "./no-snapshot.ts";
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
