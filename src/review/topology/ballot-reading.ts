import type { BatchView } from "../../domain/views.ts";
import type { Seat } from "../../panel/stages/index.ts";
import type { BallotReading, Proposed } from "../rounds-state.ts";

/**
 * A seat that proposed on a batch sees all of it again on the ballot, from the vendor's cache. Of the other seats, as many read it as the quorum
 * still needs, first those of a vendor that has not read it; the rest see the files of the items that they vote on.
 */
export function ballotReading(
  views: readonly BatchView[],
  proposed: readonly Proposed[],
  seats: readonly Pick<Seat, "name" | "provider">[],
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
    const paths = pathsIn(view);
    while (paths.some((path) => readBy(path).size < quorum)) {
      const left = turned(seats, at + 1).filter(({ name }) => paths.some((path) => !readBy(path).has(name)));
      const vendors = seats.filter(({ name }) => paths.some((path) => readBy(path).has(name))).map(vendorOf);
      const next = left.find((seat) => !vendors.includes(vendorOf(seat))) ?? left[0];
      if (next === undefined) break;
      must.set(view.batch, (must.get(view.batch) ?? new Set()).add(next.name));
      addReader(view, next.name);
    }
  }
  const mustRead = (seat: string, { batch }: BatchView): boolean => must.get(batch)?.has(seat) === true;
  return { mustRead, seesAll: (seat, view) => known.get(view.batch)?.has(seat) === true || mustRead(seat, view) };
}

function vendorOf({ provider }: Pick<Seat, "provider">): string {
  return provider;
}

/** The list from another place on, so that the same seat is not always the first. */
function turned<Item>(items: readonly Item[], by: number): Item[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function pathsIn({ batch }: BatchView): string[] {
  return batch.parts.map(({ file }) => file.path);
}
