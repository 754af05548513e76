import type { BatchView } from "../../domain/views.ts";
import type { BallotReading, Proposed } from "../rounds-state.ts";

/**
 * A seat that proposed on a batch sees all of it again on the ballot, from the vendor's cache. Of the other seats, as many read it as the quorum
 * still needs; the rest see the files of the items that they vote on.
 */
export function ballotReading(
  views: readonly BatchView[],
  proposed: readonly Proposed[],
  seats: readonly string[],
  quorum: number,
): BallotReading {
  const readers = new Map<string, Set<string>>();
  const readBy = (path: string): Set<string> => readers.get(path) ?? new Set();
  const addReader = (view: BatchView, seat: string): void => {
    for (const path of pathsIn(view)) readers.set(path, readBy(path).add(seat));
  };
  const known = new Map<BatchView["batch"], Set<string>>();
  for (const { seat, view, answer } of proposed) {
    if (view === null || answer.status !== "answered") continue;
    known.set(view.batch, (known.get(view.batch) ?? new Set()).add(seat.name));
    addReader(view, seat.name);
  }
  const must = new Map<BatchView["batch"], Set<string>>();
  for (const [at, view] of views.entries()) {
    for (const seat of turned(seats, at + 1)) {
      const paths = pathsIn(view);
      if (paths.every((path) => readBy(path).size >= quorum)) break;
      if (paths.every((path) => readBy(path).has(seat))) continue;
      must.set(view.batch, (must.get(view.batch) ?? new Set()).add(seat));
      addReader(view, seat);
    }
  }
  const mustRead = (seat: string, { batch }: BatchView): boolean => must.get(batch)?.has(seat) === true;
  return { mustRead, seesAll: (seat, view) => known.get(view.batch)?.has(seat) === true || mustRead(seat, view) };
}

/** The list from another place on, so that the same seat is not always the first. */
function turned<Item>(items: readonly Item[], by: number): Item[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function pathsIn({ batch }: BatchView): string[] {
  return batch.parts.map(({ file }) => file.path);
}
