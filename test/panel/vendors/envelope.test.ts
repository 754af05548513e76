import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandProvider } from "../../../src/panel/vendors/command.ts";
import { openEnvelope } from "../../../src/panel/vendors/envelope.ts";
import { commandAgent } from "../../support/command-agent.ts";
import { aRequest, key } from "./request.ts";

const answer = '{"findings":[]}';
const lines = (...events: object[]): string => events.map((event) => JSON.stringify(event)).join("\n");

test.each([
  ["claude's json", lines({ type: "result", subtype: "success", is_error: false, result: answer, usage: {} })],
  ["claude's json on several lines", JSON.stringify({ type: "result", is_error: false, result: answer }, null, 2)],
  [
    "claude's verbose list",
    JSON.stringify([{ type: "system" }, { type: "assistant", message: {} }, { type: "result", result: answer }]),
  ],
  [
    "claude's stream",
    lines({ type: "system", subtype: "init" }, { type: "assistant" }, { type: "result", result: answer }),
  ],
  ["claude's structured output", lines({ type: "result", result: "", structured_output: { findings: [] } })],
  [
    "codex's events",
    lines(
      { type: "thread.started", thread_id: "1" },
      { type: "item.completed", item: { type: "reasoning", text: "hm" } },
      { type: "item.completed", item: { id: "item_1", type: "agent_message", text: answer } },
      { type: "turn.completed", usage: {} },
    ),
  ],
  [
    "codex's events after a warning and a passing error",
    `warning: no git\n${lines({ type: "error", message: "Reconnecting 1/5" }, { type: "item.completed", item: { type: "agent_message", text: answer } })}`,
  ],
  [
    "codex's older events",
    lines({ id: "0", msg: { type: "agent_message", message: answer } }, { id: "0", msg: { type: "token_count" } }),
  ],
  ["gemini's json", JSON.stringify({ session_id: "1", response: answer, stats: { models: {} } }, null, 2)],
  [
    "gemini's stream",
    lines(
      { type: "init" },
      { type: "message", role: "user", content: "q" },
      { type: "message", role: "assistant", content: '{"find', delta: true },
      { type: "message", role: "assistant", content: 'ings":[]}', delta: true },
      { type: "result", status: "success" },
    ),
  ],
  [
    "copilot's events",
    lines(
      { type: "user.message", data: { content: "q" } },
      { type: "assistant.message", data: { content: answer } },
      { type: "result", exitCode: 0 },
    ),
  ],
  ["a program's own object", JSON.stringify({ response: answer })],
  ["an answer that stands alone", answer],
  ["an answer with spaces around it", `\n ${answer}\n`],
])("the answer is found in %s", (_, printed) => {
  expect(openEnvelope(printed)).toEqual({ text: answer, failure: null });
});

test.each([
  [
    "claude",
    lines({ type: "result", subtype: "success", is_error: true, result: "Credit balance is too low" }),
    "Credit balance is too low",
  ],
  ["claude, by its subtype", lines({ type: "result", subtype: "error_max_turns" }), "error_max_turns"],
  [
    "claude, with errors",
    lines({ type: "result", subtype: "error_during_execution", is_error: true, errors: ["a", "b"] }),
    "a b",
  ],
  [
    "codex",
    lines({ type: "thread.started" }, { type: "turn.failed", error: { message: "usage limit" } }),
    "usage limit",
  ],
  ["codex, older", lines({ id: "0", msg: { type: "error", message: "usage limit" } }), "usage limit"],
  ["gemini", JSON.stringify({ session_id: "1", error: { type: "Error", message: "quota", code: 1 } }), "quota"],
  ["copilot", lines({ type: "session.error", data: { message: "Please log in" } }), "Please log in"],
])("the reason is found in an error of %s", (_, printed, failure) => {
  expect(openEnvelope(printed)).toEqual({ text: "", failure });
});

test.each([
  '{"findings":[],"summary":"all fine"}',
  '{"votes":[{"id":"F1","verdict":"agree","reason":"result: yes"}],"missed":[]}',
  '{"summary":"The response is right.","items":[]}',
  'Here it is:\n```json\n{"findings": []}\n```',
  "plain text\n{ not json",
  "",
])("%j is no envelope", (printed) => {
  expect(openEnvelope(printed)).toEqual({ text: printed, failure: null });
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "envelope-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function failureOf(source: string): Promise<string> {
  const agent = await commandAgent(folder, "agent", source);
  const argv = { argv: [agent], readingArgv: [agent], environment: { A_KEY: key } };
  const endpoint = { name: "command:mine", setting: "PR_DEBATE_COMMAND_MINE", timeoutMs: 20_000, ...argv };
  const error: unknown = await commandProvider(endpoint)
    .complete(aRequest(), new AbortController().signal)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "ProviderError", kind: "final" });
  return String(error);
}

test("of a program that fails, what it said on standard output is shown, cleaned and bounded", async () => {
  const exit = "await new Promise((done) => process.stdout.write(text, done)); process.exit(1);";
  expect(await failureOf(`const text = "You've hit your usage limit"; ${exit}`)).toContain(
    "ended with 1: You've hit your usage limit",
  );
  const both = await failureOf(
    `console.error("warning: old"); const text = "Please log in \\u001b[31m" + process.env.A_KEY; ${exit}`,
  );
  expect(both).toMatch(/warning: old \| standard output: Please log in/);
  expect(both).not.toContain(key);
  expect(both).not.toContain("\u001b");
  const long = await failureOf(`const text = "x".repeat(5000) + " please log in"; ${exit}`);
  expect([long.length < 650, long.endsWith("please log in")]).toEqual([true, true]);
  const wrapped = await failureOf(
    `const text = JSON.stringify({ type: "result", is_error: true, result: "Invalid API key" }); ${exit}`,
  );
  expect(wrapped).toMatch(/ended with 1: Invalid API key$/);
});

test("an error in an envelope is a failure although the program ended well", async () => {
  const source = `return { type: "result", is_error: true, result: "Credit balance is too low" }`;
  expect(await failureOf(source)).toMatch(/command:mine answered with an error: Credit balance is too low$/);
});
