import { wholeBatch } from "../diff/batch.ts";
import type { Proposal, Seat } from "../domain/agent.ts";
import type { ChangedFile } from "../domain/change.ts";
import type { Failure } from "../domain/debate.ts";
import { messageOf } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Draft } from "../domain/finding.ts";

/** What one seat delivered, or why it did not: never an empty list in place of an answer. */
export type Proposed =
  | { readonly seat: Seat; readonly status: "delivered"; readonly proposal: Proposal }
  | { readonly seat: Seat; readonly status: "failed"; readonly failure: Failure };

/** Every proposing seat reads the files alone and blind; a seat that throws is a Failure and the others go on. */
export async function propose(
  seats: readonly Seat[],
  files: readonly ChangedFile[],
  emit: Emit,
  signal: AbortSignal,
): Promise<Proposed[]> {
  const view = { batch: wholeBatch(files), index: 1, of: 1, round: 1, instructions: "" };
  const asked = seats.filter(({ agent }) => agent.propose !== undefined);
  return Promise.all(
    asked.map(async (seat): Promise<Proposed> => {
      try {
        const proposal = await seat.agent.propose?.(view, signal);
        if (proposal === undefined) throw new Error("gave no answer");
        emit({ type: "seat-end", seat: seat.name, stage: "propose", raised: proposal.drafts.length });
        return { seat, status: "delivered", proposal };
      } catch (error) {
        signal.throwIfAborted();
        const reason = messageOf(error);
        emit({ type: "seat-failure", seat: seat.name, stage: "propose", reason });
        return { seat, status: "failed", failure: { seat: seat.name, step: "propose", reason } };
      }
    }),
  );
}

/** All drafts with their raisers, in seat order. */
export function draftsOf(proposed: readonly Proposed[]): { seat: string; draft: Draft }[] {
  return proposed.flatMap((result) =>
    result.status === "delivered" ? result.proposal.drafts.map((draft) => ({ seat: result.seat.name, draft })) : [],
  );
}

/** All failures, whole seats and parts of their work alike; `path` where it concerns one file. */
export function failuresOf(proposed: readonly Proposed[]): (Failure & { path?: string })[] {
  return proposed.flatMap((result) => (result.status === "failed" ? [result.failure] : result.proposal.failures));
}
