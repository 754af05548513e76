import { basename } from "node:path";
import { ReviewError } from "../domain/errors.ts";
import type { ChangeSource } from "../domain/ports.ts";
import { readBlobs } from "./blobs.ts";
import { compare } from "./compare.ts";
import { readContents } from "./contents.ts";
import { type Environment, runGit } from "./git.ts";
import { openRepository, type Repository } from "./repository.ts";
import { repositoryName } from "./repository-name.ts";
import { withScratch } from "./scratch.ts";

/**
 * `directory`: a folder of the repository. `range`: `BASE..HEAD`, `BASE...HEAD` or one revision; `staged`: the index; neither: the default of
 * design §12, with `workOnly` without its last commit where nothing differs. `onNote` gets one sentence that tells what was compared, and one for each fallback and each file left out.
 */
export interface LocalOptions {
  readonly directory: string;
  readonly env: Environment;
  readonly range?: string;
  readonly staged?: boolean;
  readonly workOnly?: boolean;
  readonly onNote?: (note: string) => void;
}

/**
 * A change of a local git repository, in which nothing is written and nothing that it configures is executed (H83). No changes give an empty
 * diff. `fetch` throws `ReviewError` for what the user can mend.
 */
export function localChangeSource(options: LocalOptions): ChangeSource {
  const { directory, env, range, staged = false, workOnly = false, onNote = () => undefined } = options;
  let mergeBase: string | null = null;
  return {
    async fetch(signal) {
      if (staged && range !== undefined) {
        throw new ReviewError("A range and --staged exclude each other.", "Give one of them.");
      }
      const repository = await openRepository(directory, env, signal);
      const compared = await withScratch(repository, signal, (scratch) =>
        compare(
          { repository, scratch, onNote, signal },
          { staged, workOnly, ...(range === undefined ? {} : { range }) },
        ),
      );
      onNote(compared.sentence);
      mergeBase = compared.mergeBase;
      return {
        repo: await nameOf(repository, signal),
        number: null,
        base: compared.base,
        head: compared.head,
        mergeBase,
        diff: { kind: "git", text: compared.text },
      };
    },
    async contents(files, signal) {
      const repository = await openRepository(directory, env, signal);
      return withScratch(repository, signal, ({ place }) => {
        const blobs = (names: Iterable<string>) => readBlobs(place, names, signal);
        const source = { root: repository.root, baseCommit: mergeBase, disk: "verified", blobs } as const;
        return readContents(files, source, signal);
      });
    },
  };
}

/** `owner/name` of the remote origin, else the name of the folder. */
export async function nameOf(repository: Repository, signal: AbortSignal): Promise<string> {
  const asked = await runGit(repository.place, ["config", "--get", "remote.origin.url"], { signal });
  return repositoryName(asked.stdout.toString("utf8")) ?? basename(repository.root);
}
