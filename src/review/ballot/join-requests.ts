import { estimateTokens } from "../../code/diff/batch.ts";
import type { Batch, BatchPart } from "../../domain/change.ts";
import type { BallotRequest } from "../../panel/stages/ballot.ts";
import type { Seat } from "../../panel/stages/index.ts";

export interface SeatRequest {
  readonly seat: Seat;
  readonly request: BallotRequest;
}

/** A batch of these parts alone. */
export function batchOf(parts: readonly BatchPart[]): Batch {
  const lines = parts.flatMap(({ hunks }) => hunks.flatMap(({ hunk, enclosing }) => [...enclosing, ...hunk.lines]));
  return { parts, tokens: lines.reduce((sum, { text }) => sum + estimateTokens(`${text}\n`), 0) };
}

/**
 * Joins the requests of a seat that show single files of a batch, while one shows at most `most` tokens of code: each request repeats the prompt and
 * the rules. Only requests with the same instructions of the maintainers join.
 */
export function joinRequests(all: readonly SeatRequest[], most: number): SeatRequest[] {
  const joined: SeatRequest[] = [];
  for (const { seat, request } of all) {
    const at = joined.findIndex((one) => one.seat === seat && fits(one.request, request, most));
    const before = joined[at];
    if (before === undefined) joined.push({ seat, request });
    else joined[at] = { seat, request: together(before.request, request) };
  }
  return joined;
}

function fits(one: BallotRequest, other: BallotRequest, most: number): boolean {
  return one.instructions === other.instructions && one.batch.tokens + other.batch.tokens <= most;
}

function together(one: BallotRequest, other: BallotRequest): BallotRequest {
  return {
    ...one,
    batch: { parts: [...one.batch.parts, ...other.batch.parts], tokens: one.batch.tokens + other.batch.tokens },
    items: [...one.items, ...other.items],
    own: [...one.own, ...other.own],
    memory: new Map([...(one.memory ?? []), ...(other.memory ?? [])]),
    around: new Map([...(one.around ?? []), ...(other.around ?? [])]),
  };
}
