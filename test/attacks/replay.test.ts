import { afterAll, beforeAll, expect, test } from "vitest";
import type { Review } from "../../src/domain/review.ts";
import type { GitRepository } from "../support/git-repository.ts";
import { attackedRepository, debateRun, type Model, planted, proposing, type Run } from "./debate-run.ts";

let repository: GitRepository;
beforeAll(() => {
  repository = attackedRepository();
  for (const folder of ["bikes", "cars"]) repository.write(`${folder}/list.txt`, listOf(folder, 900));
  repository.commit("lists");
});
afterAll(() => repository.remove());

/** Long enough that each folder is a batch of its own. */
function listOf(word: string, length: number): string {
  return Array.from({ length }, (_, line) => `${word} number ${line} has a name, a price and a colour\n`).join("");
}

const again = { args: ["main..HEAD", "--no-report"], keepJournal: true };
/** Contested, so that every stage is in the journal. */
const models: Record<string, Model> = { bob: { propose: () => proposing() }, cyd: { propose: () => proposing() } };

let first: Run;
beforeAll(async () => {
  first = await debateRun(repository, { models, args: again.args });
});

test("the same review again asks no model and gives the same result", async () => {
  expect(first.review()).toMatchObject({ result: "blocked", findings: [{ title: planted.title }] });
  expect(
    first.calls
      .filter(({ stage }) => stage === "propose")
      .map(({ seat }) => seat)
      .sort(),
  ).toEqual(["ada", "bob", "cyd"].flatMap((seat) => [seat, seat, seat]));
  const second = await debateRun(repository, { models, ...again });
  expect(second.calls).toEqual([]);
  expect(second.code).toBe(first.code);
  expect(sameOf(second.review())).toEqual(sameOf(first.review()));
  expect(second.review().usage).toMatchObject({ inputTokens: 0, outputTokens: 0, costUsd: 0 });
});

test("a push to one folder asks the models about that folder only", async () => {
  repository.write("cars/list.txt", listOf("car", 901));
  repository.commit("more cars");
  const push = await debateRun(repository, { models, ...again });
  expect(push.calls.map(({ seat, stage }) => `${seat} ${stage}`).sort()).toEqual([
    "ada propose",
    "bob propose",
    "cyd propose",
  ]);
  for (const { batch } of push.calls) expect(batch.match(/^path: .*$/gm)).toEqual(["path: cars/list.txt"]);
  expect(push.review().findings).toEqual(first.review().findings);
});

function sameOf({ startedAt: _started, finishedAt: _finished, usage: _usage, ...rest }: Review): object {
  return rest;
}
