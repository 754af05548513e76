import type { PlanSource } from "../domain/ports.ts";
import { textOf } from "./blobs.ts";
import { localChangeSource } from "./change-source.ts";
import { readInside } from "./contents.ts";
import { type Environment, git } from "./git.ts";
import { openRepository } from "./repository.ts";
import { copyIndex, withScratch } from "./scratch.ts";

interface LocalPlanOptions {
  readonly directory: string;
  readonly env: Environment;
  readonly onNote: (note: string) => void;
}

/** A question about the repository of this machine: its files as they lie there, what git ignores excepted, and the work that is not merged. */
export function localPlanSource({ directory, env, onNote }: LocalPlanOptions): PlanSource {
  return {
    async survey(signal) {
      const repository = await openRepository(directory, env, signal);
      const paths = await withScratch(repository, signal, async (scratch) => {
        await copyIndex(repository, scratch);
        const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
        return (await git(scratch.place, listed, { signal })).split("\0").filter(Boolean);
      });
      if (paths.length === 0) return { paths, change: null, thread: null };
      const change = await localChangeSource({ directory, env, onNote, workOnly: true }).fetch(signal);
      return { paths, change, thread: null };
    },
    async texts(paths, signal) {
      const { root } = await openRepository(directory, env, signal);
      const read = paths.map(async (path) => [path, textOf((await readInside(root, path)) ?? missing)] as const);
      const texts = (await Promise.all(read)).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]));
      return new Map(texts);
    },
  };
}

/** Reads as what is no text. */
const missing = Buffer.from([0]);
