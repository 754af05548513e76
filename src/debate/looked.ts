import type { Change, ChangedFile } from "../domain/change.ts";
import type { Failure } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import type { Seat } from "../stages/index.ts";
import type { Elsewhere } from "./carry.ts";
import { readersOf } from "./coverage.ts";
import type { SeatReading } from "./propose.ts";

/** Who read what in this review. `files` are those that rule engines were given, `healthy` the model seats that delivered everything. */
export interface Looks {
  readonly change: Change;
  readonly seats: readonly Seat[];
  readonly files: readonly ChangedFile[];
  readonly failures: readonly (Failure & { path?: string })[];
  readonly readings: readonly SeatReading[];
  readonly healthy: readonly string[];
  readonly quorum: number;
  /** Whether a file was no part of the change at the last review. */
  readonly isNew?: ((path: string) => boolean) | undefined;
}

/**
 * Whether all who raised a finding looked at its file again, as it is now. One that this review could not read or left out was not looked
 * at, however well the panel did elsewhere. A file that is no longer part of the change has nothing left to look at.
 */
export function looksAgain(looks: Looks): ({ raisedBy, path }: Pick<Finding, "raisedBy" | "path">) => boolean {
  const { change, seats } = looks;
  return ({ raisedBy, path }) => {
    const file = change.files.find((one) => one.path === path || one.previousPath === path);
    if (file !== undefined && !isReadable(file, looks)) return false;
    const now = file?.path ?? path;
    return raisedBy.every((raiser) => {
      const isOffline = seats.some(({ name, counted }) => name === raiser && !counted);
      return isOffline ? hasScanned(raiser, now, looks) : haveModelsRead(file, path, looks);
    });
  };
}

/** Nothing hides in a file without a change of text, except in a binary one. */
function isReadable({ path, unreviewed, kind, hunks }: ChangedFile, { files }: Looks): boolean {
  if (unreviewed !== undefined) return false;
  return hunks.length === 0 ? kind !== "binary" : files.some((file) => file.path === path);
}

function hasScanned(seat: string, path: string, { failures }: Looks): boolean {
  return !failures.some((failure) => failure.seat === seat && (failure.path ?? path) === path);
}

function haveModelsRead(file: ChangedFile | undefined, path: string, looks: Looks): boolean {
  const { seats, readings, healthy, quorum } = looks;
  if (!seats.some(({ counted }) => counted) || healthy.length < quorum) return false;
  const isRead = (one: ChangedFile): boolean => readersOf(one.path, readings) >= Math.max(1, quorum);
  if (file === undefined) return newHomes(path, looks).every(isRead);
  return file.hunks.length === 0 || isRead(file);
}

/** Files that came into the change and may hold what was in a file that left it: added or moved, and of the same kind. */
function newHomes(path: string, { change, isNew = () => true }: Looks): ChangedFile[] {
  const kind = /\.[^./]+$/.exec(path)?.[0];
  return change.files.filter(
    (one) => ["added", "renamed"].includes(one.status) && isNew(one.path) && /\.[^./]+$/.exec(one.path)?.[0] === kind,
  );
}

/** Where nothing is known of the last review, no file is new and none was there. */
export function homesIn({ files }: Change, isNew: Looks["isNew"]): Elsewhere {
  if (isNew === undefined) return { fresh: [], known: [] };
  const paths = files.map(({ path }) => path);
  return { fresh: paths.filter((path) => isNew(path)), known: paths.filter((path) => !isNew(path)) };
}
