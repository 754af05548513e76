import type { Right } from "../domain/run.ts";
import { keyOf } from "./accept.ts";
import { readDecisions } from "./decisions.ts";
import { beginRun, isUntold } from "./runs.ts";
import { journalOf, type Store } from "./store.ts";
import { type Lease, LeaseLost, readState, readStateBefore, standingOf, writeState } from "./subjects.ts";

/** What whoever holds a lease knows and may write, as long as it holds it. `seen` learns the run and the decisions that were read last. */
export function rightOf(
  store: Store,
  lease: Pick<Lease, "subjectKey" | "subject" | "token">,
  seen: { run: string | null; revision: number | null },
): Right {
  const { db } = store;
  const { subject, subjectKey } = lease;
  return {
    memory: {
      journal: journalOf(store, subject),
      stateOf: (number) => readState(db, keyOf({ ...subject, kind: "pull-request", number })),
      stateBefore: (attempt) => readStateBefore(db, subjectKey, attempt),
      saveState: (state) => writeState(db, lease, state),
      isUntold: (externalId) => isUntold(db, subjectKey, externalId),
      decisions: async () => {
        const { decisions, revision } = await readDecisions(db, subjectKey);
        seen.revision = revision;
        return decisions;
      },
      checkStarted: async (check) => {
        seen.run = await beginRun(db, lease, check);
      },
    },
    mayWrite: async () => {
      if ((await standingOf(db, lease)) === null) throw new LeaseLost();
    },
  };
}
