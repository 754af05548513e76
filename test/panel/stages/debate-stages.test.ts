import { describe, expect, test } from "vitest";
import type { DebateClaim, DebatePosition } from "../../../src/domain/discussion/answers.ts";
import type { PanelVote } from "../../../src/domain/discussion/free-debate.ts";
import type { PlanContext } from "../../../src/domain/views.ts";
import { type DebateAgent, llmDebateAgent } from "../../../src/panel/stages/index.ts";
import type { LlmOptions } from "../../../src/panel/stages/stage.ts";
import { consensusScore } from "../../../src/question/debate/votes.ts";
import { hostileTexts } from "../../support/hostile.ts";
import { readTask } from "../../support/model-server.ts";
import { modelOptions, ownWordsOf } from "../../support/prompts.ts";
import { type ScriptedProvider, scriptedProvider } from "../../support/scripted-provider.ts";

const context: PlanContext = { question: "Cache?", thread: "", guide: "", map: ["src/search.ts"], files: [], diff: [] };
const { signal } = new AbortController();

function tableSaying(text: string) {
  const position = (id: string, seat: string): DebatePosition => {
    return { id, seat, opening: text, text, adopted: null, confidence: 0.5, uncertainties: [] };
  };
  const claim: DebateClaim = {
    ...{
      id: "C1",
      position: "P1",
      seat: "ada",
      requiredChanges: [],
      title: text,
      detail: text,
      confidence: 0.5,
      givenUp: null,
      grantedBy: [],
    },
    evidence: [
      { path: "a.ts", line: 3, quote: "found code", found: true },
      { path: "b.ts", quote: "invented code", found: false, because: "no such text file" },
    ],
  };
  const positions = [position("P1", "ada-lovelace"), position("P2", "bob-noyce")];
  return { context, positions, claims: [claim], said: [{ position: "P1", argument: text }], own: "P2", leading: "P1" };
}

function debater(provider: ScriptedProvider, overrides: Partial<LlmOptions> = {}): DebateAgent {
  return llmDebateAgent(modelOptions(provider, overrides));
}

const turn = { position: "p", argument: "a", confidence: 0.5, concessions: [], evidence: [] };
const answers = [
  { json: { position: "p", claims: [] } },
  { json: turn },
  { json: { vote: "agree", confidence: 1, reason: "r" } },
  { json: { verdict: "X", reasoning: "r", confidence: 1, dissent: [] } },
];

async function askEach(agent: DebateAgent, text: string): Promise<void> {
  const table = tableSaying(text);
  await agent.open({ context }, signal);
  await agent.turn({ ...table, round: 2, duty: "oppose" }, signal);
  await agent.vote(table, signal);
  await agent.judge({ context, X: text, Y: text, round: 1 }, signal);
}

test("every stage has the frozen form; all but the judge's start with the same bytes; no request names a seat", async () => {
  const provider = scriptedProvider(...answers);
  await askEach(debater(provider), "words");
  const tasks = provider.requests.map(({ task }) => readTask(task));
  expect(tasks.map(({ stage, round, items }) => [stage, round, items.length])).toEqual([
    ["debate-open", 1, 0],
    ["debate-turn", 2, 3],
    ["debate-vote", 1, 3],
    ["debate-judge", 1, 0],
  ]);
  expect(new Set(provider.requests.slice(0, 3).map(({ system, batch }) => system + batch)).size).toBe(1);
  expect(new Set(provider.requests.map(({ batch }) => batch)).size).toBe(1);
  const sent = JSON.stringify(provider.requests);
  expect(sent).not.toMatch(/lovelace|noyce/);
  expect(sent).toContain("found code");
  expect(sent).not.toContain("invented code");
  expect(provider.requests[1]?.task).toContain("You are the devil's advocate");
});

test.each(Object.entries(hostileTexts))("%s of another seat stays data", async (_, text) => {
  const providers = [scriptedProvider(...answers), scriptedProvider(...answers)];
  for (const [index, provider] of providers.entries()) await askEach(debater(provider), ["word", text][index] ?? "");
  const own = providers.map(({ requests }) =>
    requests.map(({ task }) => ownWordsOf(task).replace(/<<<(?:data|end) [0-9a-f]+/g, "<<<")),
  );
  expect(own[1]).toEqual(own[0]);
});

describe("replies are read carefully", () => {
  test("concessions of unknown labels are dropped and named; labels may be in small letters", async () => {
    const concessions = [
      { id: "c1", reason: "r" },
      { id: "C77", reason: "r" },
      { id: "ada", reason: "r" },
    ];
    const provider = scriptedProvider({ json: { ...turn, concessions } });
    const reply = await debater(provider).turn({ ...tableSaying("w"), round: 1, duty: "build" }, signal);
    expect(reply.concessions).toEqual([{ id: "C1", reason: "r" }]);
    expect(reply.dropped).toEqual(["C77, which is no item", "ADA, which is no item"]);
  });

  test.each([
    ["agree", "agree"],
    ["AGREE with all", "abstain"],
    [undefined, "abstain"],
    [["agree"], "abstain"],
  ])("the vote %j is %s", async (vote, expected) => {
    const provider = scriptedProvider({ json: { vote, confidence: 1, reason: "r" } });
    expect(await debater(provider).vote(tableSaying("w"), signal)).toMatchObject({ vote: expected });
  });

  test.each([
    [0.8, 0.8],
    ["0.8", 0.8],
    ["80 %", 0.8],
    [80, 0.8],
    [1, 1],
    [1.5, null],
    [1_000, null],
    [-1, null],
    ["very", null],
    ["1000", null],
    ["-1", null],
    ["NaN", null],
    [[80], null],
    [true, null],
    [Number.NaN, null],
    [null, null],
  ])("the confidence %j is %s", async (confidence, expected) => {
    const provider = scriptedProvider({ json: { vote: "agree", confidence, reason: "r" } });
    expect(await debater(provider).vote(tableSaying("w"), signal)).toMatchObject({ confidence: expected });
  });

  test.each([[Number.NaN], [-1], [1_000], ["1000"], ["NaN"], ["very sure"], [true], [[1]], [undefined]])(
    "a vote with the confidence %j weighs a half in the consensus score",
    async (confidence) => {
      const provider = scriptedProvider({ json: { vote: "disagree", confidence, reason: "r" } });
      const given = await debater(provider).vote(tableSaying("w"), signal);
      const other: PanelVote = { seat: "ada", vote: "agree", confidence: 0.8, reason: "", cast: true };
      // 0.8 / (0.8 + 0.5) = 0.615…
      expect(consensusScore([other, { ...given, seat: "bob", cast: true }])).toBe(62);
    },
  );

  test("a turn without an argument is not an answer", async () => {
    const provider = scriptedProvider({ json: { ...turn, argument: "" } }, { json: { ...turn, argument: " " } });
    const asked = debater(provider).turn({ ...tableSaying("w"), round: 1, duty: "build" }, signal);
    await expect(asked).rejects.toThrow("gave no usable answer to debate-turn in two attempts");
  });
});
