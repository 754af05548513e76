import { messageOf, ReviewError } from "../../domain/errors.ts";
import type { Workspace } from "../../domain/provider.ts";
import type { Hide, History, Snapshot, TreeSide, Trees } from "../../domain/snapshot.ts";
import { type Checkout, writeCheckout } from "./checkout.ts";

const reason = "There is no repository here: only the diff can be read.";

/** Where a diff is reviewed without its repository. Every answer says so. */
export const noSnapshot: Snapshot = {
  list: async () => ({ paths: [], truncated: false, omitted: [reason] }),
  read: async () => ({ refused: reason }),
  search: async () => ({ refused: reason }),
};

/** Where there are files, but no commits: an archive, or no repository. */
export const noHistory: History = {
  commits: async () => ({ refused: "The history of the repository is not at hand." }),
};

interface Opened {
  readonly snapshot: Snapshot;
  readonly history: History;
}

/** Opens a tree, runs `use` with it, and closes it. */
export type Opening = (signal: AbortSignal, use: (opened: Opened) => Promise<void>) => Promise<void>;

/** The trees of one change, by side; null: there is none on that side. */
type Openings = Readonly<Record<TreeSide, Opening | null>>;

export type TreesOf = (openings: Openings) => Trees;

/**
 * Runs `use` with a function that gives trees. Each opens when it is first read, so a review that looks nothing up pays nothing, and stays open
 * until `use` has ended. A tree that cannot be opened is empty, and its notes say why.
 */
export async function withTrees<T>(signal: AbortSignal, use: (treesOf: TreesOf) => Promise<T>): Promise<T> {
  const end = Promise.withResolvers<void>();
  const running: Promise<unknown>[] = [];
  const open = (opening: Opening): Promise<Opened> =>
    new Promise((resolve, reject) => {
      const held = opening(signal, async (opened) => {
        resolve(opened);
        await end.promise;
      });
      running.push(held.catch(reject));
    });
  const checkouts: Promise<Checkout>[] = [];
  try {
    return await use((openings) => lazyTrees(openings, open, (made) => void checkouts.push(made), signal));
  } finally {
    end.resolve();
    await Promise.allSettled([...running, ...checkouts.map(async (made) => (await made).close())]);
  }
}

function lazyTrees(
  openings: Openings,
  open: (opening: Opening) => Promise<Opened>,
  onCheckout: (made: Promise<Checkout>) => void,
  whole: AbortSignal,
): Trees {
  const notes: string[] = [];
  const lazily = (side: TreeSide): (() => Promise<Opened>) => {
    const opening = openings[side];
    let opened: Promise<Opened> | undefined;
    return () => {
      opened ??= opening === null ? Promise.resolve(nothing) : open(opening).catch((error) => failed(side, error));
      return opened;
    };
  };
  const failed = (side: TreeSide, error: unknown): Opened => {
    whole.throwIfAborted();
    if (!(error instanceof ReviewError)) throw error;
    notes.push(`No file of the ${side} besides the change could be read: ${messageOf(error)}`);
    return nothing;
  };
  const [head, base] = [lazily("head"), lazily("base")];
  let workspace: Promise<Workspace | null> | undefined;
  const makeWorkspace = async (hide: Hide): Promise<Workspace | null> => {
    const { snapshot } = await head();
    if (snapshot === noSnapshot) return null;
    const made = writeCheckout(snapshot, hide, whole);
    onCheckout(made);
    const checkout = await made;
    notes.push(...checkout.notes.map((note) => `The copy of the repository for programs: ${note}`));
    return checkout.workspace;
  };
  return {
    snapshots: { head: lazySnapshot(head), base: lazySnapshot(base) },
    history: { commits: async (path, lines, signal) => (await head()).history.commits(path, lines, signal) },
    workspace: (hide) => {
      workspace ??= makeWorkspace(hide).catch((error) => {
        whole.throwIfAborted();
        notes.push(`No copy of the repository could be made for programs: ${messageOf(error)}`);
        return null;
      });
      return workspace;
    },
    notes: () => notes,
  };
}

const nothing: Opened = { snapshot: noSnapshot, history: noHistory };

function lazySnapshot(get: () => Promise<Opened>): Snapshot {
  return {
    list: async (signal) => (await get()).snapshot.list(signal),
    read: async (path, signal) => (await get()).snapshot.read(path, signal),
    search: async (query, limit, signal) => (await get()).snapshot.search(query, limit, signal),
  };
}
