import { basename } from "node:path";
import { ReviewError } from "../../domain/errors.ts";
import type { ChangeSource, PlanSource } from "../../domain/ports.ts";
import { readObjects, textOf } from "./blobs.ts";
import { compare } from "./compare.ts";
import { configured } from "./configuration.ts";
import { readContents, readInside } from "./contents.ts";
import { type Environment, git } from "./git.ts";
import { type OpenedOnce, type Repository, repositoryAt } from "./repository.ts";
import { copyIndex, withScratch } from "./scratch.ts";

/**
 * `directory`: a folder of the repository. `range`: `BASE..HEAD`, `BASE...HEAD` or one revision. `staged`: the index.
 * Neither: the working tree against the default branch, or the last commit if nothing differs and `workOnly` is not
 * set. `onNote` gets one sentence on the comparison, and one for each fallback and each file left out.
 */
export interface LocalOptions {
  readonly directory: string;
  readonly env: Environment;
  /** The repository at `directory`, for a caller that opens it too. */
  readonly opened?: OpenedOnce | undefined;
  readonly range?: string | undefined;
  readonly staged?: boolean | undefined;
  readonly workOnly?: boolean;
  readonly onNote?: (note: string) => void;
}

/**
 * A change of a local git repository. Nothing is written, and nothing that the repository configures is executed (H83).
 * Without changes the diff is empty. `fetch` throws `ReviewError` for problems that the user can fix.
 */
export function localChangeSource(options: LocalOptions): ChangeSource {
  const { directory, env, range, staged = false, workOnly = false, onNote = () => undefined } = options;
  const repositoryHere = options.opened ?? repositoryAt(directory, env);
  let mergeBase: string | null = null;
  return {
    async fetch(signal) {
      if (staged && range !== undefined) {
        throw new ReviewError("A range and --staged cannot be combined.", "Give one of them.");
      }
      const repository = await repositoryHere(signal);
      const compared = await withScratch(repository, signal, (scratch) =>
        compare(
          { repository, scratch, env, onNote, signal },
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
        ...(compared.branch === null ? {} : { branch: compared.branch }),
        mergeBase,
        diff: { kind: "git", text: compared.text },
      };
    },
    async contents(files, signal) {
      const repository = await repositoryHere(signal);
      return withScratch(repository, signal, ({ place }) => {
        const blobs = (names: Iterable<string>) => readObjects(place, names, signal);
        const source = { root: repository.root, baseCommit: mergeBase, disk: "verified", blobs } as const;
        return readContents(files, source, signal);
      });
    },
  };
}

/** `owner/name` of the remote origin, else the name of the folder. */
export async function nameOf(repository: Repository, signal: AbortSignal): Promise<string> {
  const url = await configured(repository, "remote.origin.url", signal);
  return repositoryName(url ?? "") ?? basename(repository.root);
}

/** `owner/name` of a remote's URL, or null if it does not look like one. Credentials, host and port are dropped. */
export function repositoryName(url: string): string | null {
  const path = pathOf(url.trim());
  if (path === null) return null;
  const name = path.replace(/^\/+|(?<!\/)\/+$/g, "").replace(/\.git$/, "");
  return /^[\w.-]+\/[\w.-]+$/.test(name) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(name) ? name : null;
}

function pathOf(url: string): string | null {
  if (/^(?:https?|ssh|git):\/\//i.test(url)) return URL.parse(url)?.pathname ?? null;
  // The short form of ssh, `user@host:owner/name`; one letter before the colon is a Windows drive.
  return /^(?:[^/@\s]+@)?[^/:@\s]{2,}:(?<path>[^\s:]+)$/.exec(url)?.groups?.["path"] ?? null;
}

type LocalPlanOptions = Pick<LocalOptions, "directory" | "env" | "opened" | "onNote">;

/**
 * The repository of this machine as the source of a question: its files on disk, except ignored ones, and the unmerged
 * work.
 */
export function localPlanSource(options: LocalPlanOptions): PlanSource {
  const { directory, env, opened: repositoryHere = repositoryAt(directory, env) } = options;
  return {
    async survey(signal) {
      const repository = await repositoryHere(signal);
      const paths = await withScratch(repository, signal, async (scratch) => {
        await copyIndex(repository, scratch);
        const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
        return (await git(scratch.place, listed, { signal })).split("\0").filter(Boolean);
      });
      if (paths.length === 0) return { paths, change: null, thread: null };
      const change = await localChangeSource({ ...options, opened: repositoryHere, workOnly: true }).fetch(signal);
      return { paths, change, thread: null };
    },
    async texts(paths, signal) {
      const { root } = await repositoryHere(signal);
      const read = paths.map(async (path) => [path, textOf((await readInside(root, path)) ?? missing)] as const);
      const texts = (await Promise.all(read)).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]));
      return new Map(texts);
    },
  };
}

/** Reads as binary. */
const missing = Buffer.from([0]);
