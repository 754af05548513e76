import { expect, test } from "vitest";
import { batchOf, joinRequests, type SeatRequest } from "../../../src/review/ballot/join-requests.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { panelOf } from "../../support/scripted-agent.ts";

const [ada, bob] = panelOf(2);
const about = (path: string, lines: number, seat = ada, instructions = ""): SeatRequest => {
  const { batch, ...view } = inOneBatch([aFile(path, null, "a line\n".repeat(lines))]);
  if (seat === undefined) throw new Error("The panel has two seats.");
  const nothing = { items: [], own: [], said: new Map(), around: new Map([[path, path]]) };
  return { seat, request: { ...view, ...nothing, batch: batchOf(batch.parts), instructions } };
};
const shown = (all: readonly SeatRequest[]): unknown =>
  all.map(({ seat, request }) => [seat.name, request.batch.parts.map(({ file }) => file.path).join(" ")]);

test("the requests of a seat join in order while they show no more than the limit", () => {
  // A line of seven characters counts as 2 tokens.
  const all = [about("a.ts", 10), about("b.ts", 10), about("c.ts", 1)];
  expect(all.map(({ request }) => request.batch.tokens)).toEqual([20, 20, 2]);
  expect(shown(joinRequests(all, 40))).toEqual([
    ["ada", "a.ts b.ts"],
    ["ada", "c.ts"],
  ]);
  expect(shown(joinRequests(all, 39))).toEqual([
    ["ada", "a.ts c.ts"],
    ["ada", "b.ts"],
  ]);
  const [joined] = joinRequests(all, 42);
  expect(joined?.request.batch.tokens).toBe(42);
  expect([...(joined?.request.around?.keys() ?? [])]).toEqual(["a.ts", "b.ts", "c.ts"]);
});

test("requests of two seats, and those with other instructions, stay apart", () => {
  const apart = [about("a.ts", 1), about("b.ts", 1, bob), about("c.ts", 1, ada, "Mind the cents.")];
  expect(joinRequests(apart, 1_000)).toEqual(apart);
});
