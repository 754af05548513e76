import { expect, test } from "vitest";
import type { StepVote } from "../../../src/domain/plan.ts";
import { ProviderError } from "../../../src/domain/provider.ts";
import type { PlanAgent } from "../../../src/panel/stages/index.ts";
import type { RebutRequest } from "../../../src/panel/stages/plan-rebut.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { aStep, deliberate, opening, planners, stepTitles, votes } from "../../support/plan-table.ts";

const settings = { debate: { ...defaultSettings.debate, topology: "consensus" as const } };
const cache = "Add a cache of pages";
const disk = "Buy a faster disk";
const opensWith = (title: string) => async () => opening(aStep(title));
const against = (reason: string): Partial<StepVote> => ({ verdict: "disagree", reason });

/** A seat that opens with the disk and casts its votes on the cache in this order; the last one stays. */
function voting(cast: readonly (Partial<StepVote> | Error)[], seen: RebutRequest[] = []): Partial<PlanAgent> {
  return {
    open: opensWith(disk),
    rebut: async (request) => {
      const vote = cast[Math.min(seen.length, cast.length - 1)] ?? {};
      seen.push(request);
      if (vote instanceof Error) throw vote;
      return votes({ [cache]: vote })(request);
    },
  };
}

test("no seat is against a step: one round of votes", async () => {
  const seen: RebutRequest[] = [];
  const wanted = { verdict: "modify" as const, reason: "The key is missing.", change: "Name the key." };
  const made = await deliberate(planners({ open: opensWith(cache) }, voting([wanted], seen)), { settings });
  expect(made.topology).toEqual({ name: "consensus", passes: 1, stop: "agreed" });
  expect(seen).toHaveLength(1);
  expect(seen[0]?.said).toBeUndefined();
});

test("a step that one seat is against is voted on again, with the reasons and without names, until all agree", async () => {
  const seen: RebutRequest[] = [];
  const others: RebutRequest[] = [];
  const other = voting([{ verdict: "agree", reason: "It halves the queries." }], others);
  const seats = planners({ open: opensWith(cache) }, voting([against("Pages change."), {}], seen), other);
  const made = await deliberate(seats, { settings });
  expect(made.topology).toEqual({ name: "consensus", passes: 2, stop: "agreed" });
  expect(seen.map(({ items, round }) => [round, items.map(({ title }) => title)])).toEqual([
    [1, [cache]],
    [3, [cache]],
  ]);
  expect([...(seen[1]?.said ?? [])]).toEqual([["s1", ["Pages change.", "It halves the queries."]]]);
  expect(others[1]?.said).toEqual(seen[1]?.said);
  expect(stepTitles(made)).toContain(cache);
  expect(made.phases[0]?.steps.find(({ title }) => title === cache)).toMatchObject({ dissent: [], agreement: 1 });
  expect(made.metrics?.roundsToConsensus).toBe(3);
});

test("no vote moves: the counting decides, as in parallel", async () => {
  const seen: RebutRequest[] = [];
  const seats = () =>
    planners({ open: opensWith(cache) }, voting([against("Pages change.")], seen), voting([against("No.")]));
  const made = await deliberate(seats(), { settings });
  expect(made.topology).toEqual({ name: "consensus", passes: 2, stop: "no-change" });
  const parallel = await deliberate(seats());
  expect(stepTitles(made)).toEqual(stepTitles(parallel));
  expect(made.alternatives.map(({ title, because }) => [title, because])).toEqual(
    parallel.alternatives.map(({ title, because }) => [title, because]),
  );
  expect(made.alternatives.map(({ title }) => title)).toEqual([cache]);
});

test("a seat that changes its vote each time is stopped by the limit of rounds", async () => {
  const seen: RebutRequest[] = [];
  const turning = [against("No."), { verdict: "modify" as const }, against("No."), {}, against("No.")];
  const still = voting([against("Never.")]);
  const seats = planners({ open: opensWith(cache) }, voting(turning, seen), still);
  const made = await deliberate(seats, { settings: { debate: { ...settings.debate, maxRounds: 4 } } });
  expect(made.topology).toEqual({ name: "consensus", passes: 4, stop: "max-rounds" });
  expect(seen).toHaveLength(4);
  const once = await deliberate(planners({ open: opensWith(cache) }, voting([against("No.")])), {
    settings: { debate: { ...settings.debate, maxRounds: 1 } },
  });
  expect(once.topology).toEqual({ name: "consensus", passes: 1, stop: "max-rounds" });
});

test("an abstention in a later round replaces no vote", async () => {
  const seats = planners({ open: opensWith(cache) }, voting([against("Pages change."), { verdict: "abstain" }]));
  const made = await deliberate(seats, { settings });
  expect(made.topology).toMatchObject({ passes: 2, stop: "no-change" });
  expect([...made.phases.flatMap(({ steps }) => steps), ...made.alternatives]).toContainEqual(
    expect.objectContaining({ title: cache, dissent: [{ seat: "bob", kind: "disagrees", reason: "Pages change." }] }),
  );
});

test.each([
  ["budget", new ProviderError("budget", "The budget of 4 calls is used up.")],
  ["one-reviewer", new Error("the line is dead")],
])("%s ends the votes, and the votes before count", async (stop, error) => {
  const seats = planners({ open: opensWith(cache) }, voting([against("Pages change."), error]));
  const made = await deliberate(seats, { settings });
  expect(made.topology).toEqual({ name: "consensus", passes: 2, stop });
  expect(made.result).toBe("degraded");
  expect(made.failures).toEqual([{ seat: "bob", step: "plan-rebut", reason: error.message }]);
});

test("all seats failed in the first votes: the reason is named, and no seat is asked again", async () => {
  const dead = new Error("the line is dead");
  const seen: RebutRequest[] = [];
  const first = { ...voting([dead], seen), open: opensWith(cache) };
  const made = await deliberate(planners(first, voting([dead])), { settings });
  expect(made.topology).toEqual({ name: "consensus", passes: 0, stop: "panel-lost" });
  expect(seen).toHaveLength(1);
});

test("a seat alone votes on nothing; without a step there is nothing to report", async () => {
  const alone = await deliberate(planners({ open: opensWith(cache) }), { settings });
  expect(alone.topology).toEqual({ name: "consensus", passes: 0, stop: "one-reviewer" });
  expect(alone.metrics?.roundsToConsensus).toBeNull();
  expect((await deliberate(planners({}, {}), { settings })).topology).toBeUndefined();
  expect((await deliberate([], { settings })).topology).toBeUndefined();
});

test("only steps that somebody is against are voted on again; what a seat says is cut, and what is lost is noted", async () => {
  const seen: RebutRequest[] = [];
  const book = "word ".repeat(10_000);
  const missing = Array.from({ length: 40 }, (_, at) => aStep(`Missing ${at}`, { description: "x" }));
  const third: Partial<PlanAgent> = {
    open: opensWith("Count the pages"),
    rebut: async (request) => {
      seen.push(request);
      const cast = { [cache]: against(book) };
      return { ...(await votes(cast, request.round === 1 ? missing : [])(request)), dropped: ["a vote on step S9"] };
    },
  };
  const made = await deliberate(planners({ open: opensWith(cache) }, voting([{}]), third), { settings });
  expect(seen.map(({ round, items }) => [round, items.map(({ title }) => title)])).toEqual([
    [1, [cache, disk]],
    [3, [cache]],
  ]);
  const [said = ""] = seen[1]?.said?.get("s1") ?? [];
  expect(said.split(" ").length).toBeLessThanOrEqual(81);
  const added = [...made.phases.flatMap(({ steps }) => steps), ...made.alternatives].filter(({ title }) =>
    title.startsWith("Missing"),
  );
  expect(added).toHaveLength(5);
  expect(made.notes.filter((note) => note.includes("a vote on step S9"))).toHaveLength(2);
});
