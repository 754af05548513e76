import { expect, onTestFinished, test } from "vitest";
import { keep } from "../../src/mcp/keep.ts";
import { discussionTools } from "../../src/mcp/tools/discussions.ts";
import { adjudicateAgain } from "../../src/sdk/debate.ts";
import type { DebateAgent } from "../../src/stages/index.ts";
import { debaters, discussed } from "../support/debaters.ts";
import { gitRepository } from "../support/git-repository.ts";

type Judge = DebateAgent["judge"];
const fails: Judge = async () => Promise.reject(new Error("the line is dead"));
const abstains: Judge = async () => ({ verdict: "undecided", reasoning: "r", confidence: 1, dissent: [] });

/** A kept debate whose panel agrees, and what the tool says about it under `supreme-court`. */
async function decidedAgain(judge: Judge) {
  const repository = gitRepository();
  onTestFinished(() => repository.remove());
  const directory = repository.path;
  const call = {
    ...{
      signal: new AbortController().signal,
      emit: () => {},
      env: repository.env,
      secrets: [],
      clientSeat: undefined,
    },
    folder: async () => directory,
  };
  const seats = debaters({ judge }, { judge }, { judge });
  const debate = await discussed(seats, { rules: { adjudication: "supreme-court", maxRounds: 1 } });
  await keep(debate, directory, call);
  const tool = discussionTools.find(({ name }) => name === "adjudicate");
  return { debate, answer: await tool?.run({ adjudication: "supreme-court" }, call) };
}

test.each([
  ["every judge fails", fails],
  ["every judge abstains", abstains],
])("where %s, the tool and the SDK say that there is no ruling, and give no verdict", async (_case, judge) => {
  const { debate, answer } = await decidedAgain(judge);
  expect(debate.votes).toMatchObject({ agree: 3 });
  const none = { result: "undecided", verdict: null, confidence: null };
  expect(answer?.result).toMatchObject({ ...none, before: null, reasoning: expect.stringMatching(/^No ruling: /) });
  expect(answer?.text).toMatch(/^No verdict \(undecided\)\.\n/);
  expect(answer?.text).toContain("\nNo ruling: none of 1 judge named a side: ");
  expect(adjudicateAgain(debate, "supreme-court")).toMatchObject({ ...none, position: null });
});
