import { describe, expect, test } from "vitest";
import type { Provider, ProviderReply } from "../../../src/domain/provider.ts";
import { type JournalOptions, oncePerKind, withJournal } from "../../../src/panel/vendors/calls/journal.ts";
import { memoryJournal } from "../../support/memory-journal.ts";
import { aRequest } from "./request.ts";

const never = new AbortController().signal;

function recorder(changes: Partial<JournalOptions> = {}, stop: ProviderReply["stop"] = "complete") {
  const notes: string[] = [];
  let calls = 0;
  let replays = 0;
  const base: Provider = {
    async complete() {
      calls += 1;
      const usage = { inputTokens: 5, cachedInputTokens: 0, outputTokens: 1 };
      return { text: `answer ${calls}`, stop, usage, servedModel: "m-1" };
    },
  };
  const options: JournalOptions = {
    store: memoryJournal(),
    provider: "anthropic",
    model: "m",
    attempt: 1,
    onReplay: () => {
      replays += 1;
    },
    onNote: (text) => notes.push(text),
    ...changes,
  };
  const open = (other: Partial<JournalOptions> = {}): Provider => withJournal(base, { ...options, ...other });
  return { open, notes, calls: () => calls, replays: () => replays };
}

describe("withJournal", () => {
  test("a kept answer is replayed without a call and without usage", async () => {
    const { open, calls, replays, notes } = recorder();
    const first = await open().complete(aRequest(), never);
    await first.keep?.();
    const second = await open().complete(aRequest(), never);
    expect(second).toEqual({
      text: "answer 1",
      stop: "complete",
      usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
      servedModel: "m-1",
    });
    expect([calls(), replays(), notes]).toEqual([1, 1, []]);
  });

  test("asks again for an answer that was not kept, such as an invalid one", async () => {
    const { open, calls } = recorder();
    await open().complete(aRequest(), never);
    await open().complete(aRequest(), never);
    expect(calls()).toBe(2);
  });

  test("a program that read other files is asked again, one that read the same is not", async () => {
    const { open, calls } = recorder();
    const reading = (id: string) => ({
      ...aRequest(),
      workspace: { id, open: async () => ({ folder: "", close: async () => undefined }) },
    });
    for (const request of [reading("a"), reading("a"), reading("b"), aRequest()])
      await (await open().complete(request, never)).keep?.();
    expect(calls()).toBe(3);
  });

  test.each(["truncated", "refused"] as const)("an answer that is %s cannot be kept", async (stop) => {
    expect((await recorder({}, stop).open().complete(aRequest(), never)).keep).toBeUndefined();
  });

  test("any other byte of the request, model, provider or attempt has another answer", async () => {
    const { open, calls } = recorder();
    await (await open().complete(aRequest(), never)).keep?.();
    const schema = { name: "a", value: {} };
    const tools = [{ name: "t", description: "", schema: {} }];
    const requests = [
      ...[{ system: "s" }, { batch: "b" }, { task: "t" }, { maxOutputTokens: 1 }, { schema }],
      ...([{ reasoning: "low" }, { tools }, { turns: [] }, { closing: "c" }, { mustAnswer: true }] as const),
    ];
    for (const change of requests) await open().complete(aRequest(change), never);
    // The same bytes at another border are another request.
    await open().complete(aRequest({ system: `${aRequest().system}c`, batch: aRequest().batch.slice(1) }), never);
    for (const other of [{ model: "n" }, { provider: "openai" }, { attempt: 2 }]) {
      await open(other).complete(aRequest(), never);
    }
    expect(calls()).toBe(1 + requests.length + 1 + 3);
    expect((await open().complete(aRequest(), never)).text).toBe("answer 1");
  });

  test.each([
    ["no JSON", async () => "{"],
    ["another shape", async () => '{"version":2}'],
    ["a store that fails", () => Promise.reject(new Error("EIO"))],
  ])("%s is a miss with a note, never a crash", async (_, read) => {
    const { open, notes, calls } = recorder({ store: { read, write: async () => undefined } });
    expect((await open().complete(aRequest(), never)).text).toBe("answer 1");
    expect(notes).toEqual([expect.stringContaining("the model is asked again")]);
    expect(calls()).toBe(1);
  });

  test("a failed write is a note", async () => {
    const store = { read: async () => undefined, write: () => Promise.reject(new Error("ENOSPC")) };
    const { open, notes } = recorder({ store });
    await (await open().complete(aRequest(), never)).keep?.();
    expect(notes).toEqual(["Where an answer cannot be kept in the journal, the next run asks again (ENOSPC)."]);
  });
});

test("notes of one kind are said once, whatever their details", () => {
  const said: string[] = [];
  const note = oncePerKind((text) => said.push(text));
  note("Where an entry of the journal cannot be read, the model is asked again (no JSON).");
  note("Where an entry of the journal cannot be read, the model is asked again (EACCES).");
  note("Where an answer cannot be kept in the journal, the next run asks again (ENOSPC).");
  expect(said.map((text) => text.slice(0, 20))).toEqual(["Where an entry of th", "Where an answer cann"]);
});
