import { expect, test } from "vitest";
import { ballotReading } from "../../../src/review/topology/ballot-reading.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { panelOf, proposal } from "../../support/scripted-agent.ts";

const view = inOneBatch([aFile("a.ts", null, "one\n")]);
const answer = { status: "answered", seat: "ada", value: proposal() } as const;
const vendors = (...providers: string[]) =>
  panelOf(providers.length).map((seat, at) => ({ ...seat, provider: providers[at] ?? "" }));
const readersOf = (providers: readonly string[], quorum: number): string[] => {
  const seats = vendors(...providers);
  const [ada] = seats;
  if (ada === undefined) throw new Error("There is no seat.");
  const { mustRead } = ballotReading([view], [{ seat: ada, view, answer }], seats, quorum);
  return seats.filter(({ name }) => mustRead(name, view)).map(({ provider }) => provider);
};

test.each([
  ["a second reader is of another vendor than the agent", ["x", "x", "y"], 2, ["y"]],
  ["of two other vendors each is a reader before a second seat of one", ["x", "x", "y", "y", "z"], 3, ["y", "z"]],
  ["without another vendor a seat of the same one reads", ["x", "x"], 2, ["x"]],
  ["the panel may be too small for the quorum", ["x", "y"], 5, ["y"]],
  ["with a quorum of one no other seat reads", ["x", "y"], 1, []],
] as const)("%s", (_title, providers, quorum, readers) => {
  expect(readersOf(providers, quorum)).toEqual(readers);
});
