import type { History, Snapshot } from "../domain/snapshot.ts";

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
