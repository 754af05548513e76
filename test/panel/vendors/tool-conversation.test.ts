import { afterEach, describe, expect, test } from "vitest";
import type { DebateEvent } from "../../../src/domain/events.ts";
import type { BatchView } from "../../../src/domain/views.ts";
import { mostTurns, type Toolbox } from "../../../src/panel/stages/tool-loop.ts";
import { seatCalls } from "../../../src/panel/vendors/calls/assemble.ts";
import type { Journal } from "../../../src/panel/vendors/calls/journal.ts";
import { seatsFrom } from "../../../src/panel/vendors/seats.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { memoryJournal } from "../../support/memory-journal.ts";
import {
  type Handler,
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from "../../support/model-server.ts";
import { aModelSeat } from "../../support/prompts.ts";
import { callTools, ToolCalls } from "../../support/tool-turns.ts";
import { key } from "./request.ts";

const never = new AbortController().signal;
const view: BatchView = inOneBatch([aFile("src/list.ts", "a\n", "b\n")]);
const nothing = { findings: [], residualRisks: [], openQuestions: [] };
const unlimited = { calls: 100, tokens: 1e8, usd: 1e6, minutes: 5 };
const models = { anthropic: "claude-opus-5-5", openai: "local-model", command: "default" };
type Kind = keyof typeof models;
let server: ModelServer | undefined;
afterEach(() => server?.close());

/** Tools that note what they were asked, with a limit of calls. */
function toolbox(most = 24, answer: (args: string) => Promise<string> = async (args) => `text of ${args}`) {
  const asked: string[] = [];
  const open = (): Toolbox => {
    let left = most;
    return {
      definitions: [{ name: "read_file", description: "Reads a file.", schema: { type: "object" } }],
      call(name, args) {
        asked.push(`${name} ${args}`);
        left -= 1;
        return answer(args);
      },
      isSpent: () => left <= 0,
    };
  };
  return { asked, open };
}

interface Setup extends ModelServerOptions {
  readonly tools?: ReturnType<typeof toolbox>;
  readonly journal?: Journal | null;
  readonly budget?: typeof unlimited;
}

/** A seat named `a` of a provider, with its tools. */
async function seated(
  kind: Kind,
  handler: Handler,
  { tools = toolbox(), journal = null, budget, ...rest }: Setup = {},
) {
  await server?.close();
  server = await startModelServer(handler, rest);
  const events: DebateEvent[] = [];
  const provider = kind === "command" ? "command:mine" : kind;
  const env = {
    ...{ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url },
    ...{ OPENAI_API_KEY: key, OPENAI_BASE_URL: server.openAiUrl },
    PR_DEBATE_COMMAND_MINE: JSON.stringify([process.execPath, "-e", `console.log('${JSON.stringify(nothing)}')`]),
    PR_DEBATE_SEATS: `a=${provider}:${models[kind]}`,
  };
  const { seats } = seatsFrom({ settingsSeats: null, env, detect: () => false });
  const [seat] = seats;
  if (seat === undefined) throw new Error("no seat");
  const emit = (event: DebateEvent): void => void events.push(event);
  const calls = await seatCalls(seats, budget ?? unlimited, { env, directory: ".", journal, emit });
  const agent = aModelSeat(calls.asking(seat), { openTools: tools.open });
  return { calls, tools, server, events, propose: (signal = never) => agent.propose?.(view, signal) };
}

const look = (path: string): ToolCalls => callTools(["read_file", { path }]);
const lookTwice: Handler = ({ turn }) => (turn < 2 ? look(`${turn}.ts`) : nothing);

describe.each(["anthropic", "openai"] as const)("%s", (kind) => {
  test("a model looks things up, one after the other, and answers", async () => {
    const { propose, tools, server, calls } = await seated(kind, lookTwice, { servedModel: "served-2" });
    expect(await propose()).toMatchObject({ drafts: [] });
    expect(tools.asked).toEqual(['read_file {"path":"0.ts"}', 'read_file {"path":"1.ts"}']);
    expect(server.calls.at(-1)?.results).toEqual(['text of {"path":"0.ts"}', 'text of {"path":"1.ts"}']);
    expect(calls.servedModels()).toEqual(new Map([["a", ["served-2"]]]));
    expect(calls.usage([])).toMatchObject({ calls: 3 });
  });

  test("parallel calls of one reply all get their result, also next to a text", async () => {
    const both = callTools(["read_file", { path: "a" }], ["read_file", { path: "b" }]);
    const { propose, server } = await seated(kind, ({ turn }) =>
      turn === 0 ? new ToolCalls(both.calls, "Let me look.") : nothing,
    );
    await propose();
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]?.results).toHaveLength(2);
  });

  test("a conversation replays without a call, and with the same model", async () => {
    const journal = { store: memoryJournal(), attempt: 1 };
    await (await seated(kind, lookTwice, { journal })).propose();
    const again = await seated(kind, () => "the model is not asked", { journal });
    expect(await again.propose()).toMatchObject({ drafts: [] });
    expect(again.server.calls).toHaveLength(0);
    expect(again.tools.asked).toHaveLength(2);
    expect(again.calls.servedModels().get("a")).toEqual([models[kind]]);
    expect(again.events.every((event) => event.type !== "call-end" || event.replayed)).toBe(true);
  });

  test("a conversation without a valid answer is not kept", async () => {
    const journal = { store: memoryJournal(), attempt: 1 };
    const useless: Handler = ({ turn }) => (turn === 0 ? look("a") : "no JSON");
    await expect((await seated(kind, useless, { journal })).propose()).rejects.toThrow("no usable answer");
    const again = await seated(kind, lookTwice, { journal });
    await again.propose();
    expect(again.server.calls).toHaveLength(3);
  });

  test("another result of a look-up leads to another answer, not to the kept one", async () => {
    const journal = { store: memoryJournal(), attempt: 1 };
    await (await seated(kind, lookTwice, { journal })).propose();
    const changed = toolbox(24, async () => "the file has changed");
    const again = await seated(kind, lookTwice, { journal, tools: changed });
    await again.propose();
    expect(again.server.calls.map(({ turn }) => turn)).toEqual([1, 2]);
  });

  test("at the limit of calls the model is asked to answer with what it has", async () => {
    const all: Handler = ({ mustAnswer }) => (mustAnswer ? nothing : callTools(...["a", "b", "c"].map(readOf)));
    const { propose, tools, server } = await seated(kind, all, { tools: toolbox(2) });
    await propose();
    expect(tools.asked).toHaveLength(2);
    expect(server.calls[1]?.results[2]).toContain("the limit of calls is reached");
    expect(server.calls[1]).toMatchObject({ mustAnswer: true, closing: expect.stringContaining("Answer now") });
  });

  test("a reply with a flood of calls runs 50 of them", async () => {
    const flood = Array.from({ length: 60 }, (_, index) => readOf(`${index}`));
    const { propose, tools, server } = await seated(kind, ({ turn }) => (turn === 0 ? callTools(...flood) : nothing), {
      tools: toolbox(1_000),
    });
    await propose();
    expect(tools.asked).toHaveLength(50);
    expect(server.calls[1]?.results).toHaveLength(60);
  });

  test("tools that are spent before the first turn are offered, but may not be called", async () => {
    const { propose, server } = await seated(kind, () => nothing, { tools: toolbox(0) });
    await propose();
    expect(server.calls).toMatchObject([{ mustAnswer: true, closing: "", tools: ["read_file"] }]);
  });

  test("a server that refuses tools in the middle is asked again without them", async () => {
    const body = { error: { message: "this template takes no tool messages" } };
    const fault: ModelServerOptions["fault"] = ({ turn }) => (turn > 0 ? { kind: "status", status: 400, body } : null);
    const { propose, server } = await seated(kind, ({ tools }) => (tools.length > 0 ? look("a") : nothing), { fault });
    expect(await propose()).toMatchObject({ drafts: [] });
    expect(server.calls.map(({ turn, tools }) => [turn, tools.length])).toEqual([
      [0, 1],
      [1, 1],
      [0, 0],
    ]);
  });

  test("a refusal of the second attempt leads to a request without tools that says why it is asked again", async () => {
    const body = { error: { message: "no user message after a tool message" } };
    const fault: ModelServerOptions["fault"] = ({ closing }) =>
      closing === "" ? null : { kind: "status", status: 400, body };
    const { propose, server } = await seated(
      kind,
      ({ turn, tools }) => (tools.length === 0 ? nothing : turn === 0 ? look("a") : "no JSON"),
      { fault },
    );
    expect(await propose()).toMatchObject({ drafts: [] });
    expect(server.calls.at(-1)).toMatchObject({
      turn: 0,
      tools: [],
      task: expect.stringContaining("could not be used"),
    });
  });

  test("at the limit of turns, too", async () => {
    const { propose, server } = await seated(kind, ({ mustAnswer, turn }) => (mustAnswer ? nothing : look(`${turn}`)));
    await propose();
    expect(server.calls).toHaveLength(mostTurns + 1);
  });

  test("a model that calls tools after the limit gave no answer; a text beside the calls is one", async () => {
    const stubborn = await seated(kind, () => look("a"), { tools: toolbox(1) });
    await expect(stubborn.propose()).rejects.toThrow("called tools after the limit");
    expect(stubborn.server.calls).toHaveLength(3);
    const both = new ToolCalls(look("a").calls, JSON.stringify(nothing));
    const { propose } = await seated(kind, () => both, { tools: toolbox(1) });
    expect(await propose()).toMatchObject({ drafts: [] });
  });

  test("an unreadable answer is asked for once more, with everything that was looked up", async () => {
    const { propose, server, tools } = await seated(kind, ({ turn, closing }) => {
      if (turn === 0) return look("a");
      return closing === "" ? "no JSON" : nothing;
    });
    expect(await propose()).toMatchObject({ drafts: [] });
    expect(tools.asked).toHaveLength(1);
    expect(server.calls[2]).toMatchObject({ turn: 1, closing: expect.stringContaining("could not be used") });
    expect(server.calls[2]?.task).toBe(server.calls[0]?.task);
  });

  test.each([
    ["delete_file", { path: "a" }, 'there is no tool \\"delete_file\\"; the tools are read_file'],
    ["read_file", "not JSON", "the arguments are not a JSON object"],
    ["read_file", "[1]", "the arguments are not a JSON object"],
  ])("a call of %s with %j gets an error as its result", async (name, args, problem) => {
    const { propose, tools, server } = await seated(kind, ({ turn }) =>
      turn === 0 ? callTools([name, args]) : nothing,
    );
    await propose();
    expect(tools.asked).toEqual([]);
    expect(server.calls[1]?.results[0]).toContain(problem);
  });

  test("a model that does not take tools is asked without, once for the whole review, and that is noted", async () => {
    const journal = { store: memoryJournal(), attempt: 1 };
    const body = { error: { message: "gemma3:4b does not support tools" } };
    const fault: ModelServerOptions["fault"] = ({ tools }) =>
      tools.length > 0 ? { kind: "status", status: 400, body } : null;
    const { propose, server, calls } = await seated(kind, () => nothing, { fault, journal });
    expect(await propose()).toMatchObject({ drafts: [] });
    await propose();
    expect(server.calls.map(({ tools }) => tools.length)).toEqual([1, 0]);
    const note = `a: ${models[kind]} at ${kind} does not take tools (400: gemma3:4b does not support tools); it is asked without them.`;
    expect(calls.refusalNotes()).toEqual([note]);
    const again = await seated(kind, () => "the model is not asked", { journal });
    await again.propose();
    expect(again.server.calls).toHaveLength(0);
    expect(again.calls.refusalNotes()).toEqual([note]);
  });

  test("an abort ends a look-up that does not end by itself, and nothing more is sent", async () => {
    const started = Promise.withResolvers<void>();
    const endless = toolbox(24, () => {
      started.resolve();
      return new Promise(() => {});
    });
    const { propose, server } = await seated(kind, lookTwice, { tools: endless });
    const controller = new AbortController();
    const answer = propose(controller.signal);
    await started.promise;
    controller.abort(new Error("a newer push"));
    await expect(answer).rejects.toThrow("a newer push");
    expect(server.calls).toHaveLength(1);
  });

  test("an abort between two look-ups of one reply stops before the second", async () => {
    const controller = new AbortController();
    const tools = toolbox(24, async () => {
      controller.abort(new Error("a newer push"));
      return "text";
    });
    const { propose, server } = await seated(kind, () => callTools(readOf("a"), readOf("b")), { tools });
    await expect(propose(controller.signal)).rejects.toThrow("a newer push");
    expect([tools.asked.length, server.calls.length]).toEqual([1, 1]);
  });

  test("the budget is asked before every turn", async () => {
    const { propose, server } = await seated(kind, lookTwice, { budget: { ...unlimited, calls: 2 } });
    await expect(propose()).rejects.toMatchObject({ kind: "budget" });
    expect(server.calls).toHaveLength(2);
  });
});

test("a program is asked without tools, and that is noted", async () => {
  const { propose, calls, tools } = await seated("command", () => nothing);
  expect(await propose()).toMatchObject({ drafts: [] });
  expect(tools.asked).toEqual([]);
  expect(calls.refusalNotes()).toEqual(["a: command:mine does not take tools; it is asked without them."]);
});

function readOf(path: string): readonly [string, object] {
  return ["read_file", { path }];
}
