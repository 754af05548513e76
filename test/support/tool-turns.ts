import { z } from "zod";

/** A reply of the stand-in that calls tools: `args` is sent as JSON, or as it is when it is a text. */
export class ToolCalls {
  readonly calls: readonly { readonly name: string; readonly args: string | object }[];
  readonly text: string;
  constructor(calls: ToolCalls["calls"], text = "") {
    this.calls = calls;
    this.text = text;
  }
}

/** The model calls these tools at once. */
export function callTools(...calls: readonly (readonly [name: string, args: string | object])[]): ToolCalls {
  return new ToolCalls(calls.map(([name, args]) => ({ name, args })));
}

/** What a request says about tools. `results` are those of all turns, `closing` is the text after the last one. */
export interface ToolState {
  readonly tools: readonly string[];
  readonly mustAnswer: boolean;
  readonly turn: number;
  readonly results: readonly string[];
  readonly closing: string;
  /** Each message after the prompt, as text. */
  readonly later: readonly string[];
}

const Block = z.looseObject({ type: z.string() });
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Block)]).nullish(),
  tool_calls: z.array(z.looseObject({ id: z.string() })).optional(),
  tool_call_id: z.string().optional(),
});
const Body = z.looseObject({
  messages: z.array(Message),
  tools: z.array(z.looseObject({})).optional(),
  tool_choice: z.unknown().optional(),
});
const Tool = z.union([z.object({ name: z.string() }), z.object({ function: z.object({ name: z.string() }) })]);
type Message = z.infer<typeof Message>;

/** Reads a request as strictly as the vendors do: throws when a call has no result right after it, or a history no tools. */
export function readTools(body: unknown): ToolState {
  const { messages, tools = [], tool_choice } = Body.parse(body);
  const later = messages.slice(messages.findIndex(({ role }) => role === "user") + 1);
  const pairs = later.flatMap((message, index) => {
    const ids = idsOfCalls(message);
    return ids.length === 0 ? [] : [{ ids, answers: answersAfter(later, index) }];
  });
  for (const { ids, answers } of pairs) {
    const given = answers.map(({ id }) => id);
    if (given.join() !== ids.join()) throw new Error(`calls ${ids.join()} have the results ${given.join()}`);
  }
  if (pairs.length > 0 && tools.length === 0) throw new Error("a history with calls must define tools");
  return {
    tools: tools.map((tool) => Tool.parse(tool)).map((tool) => ("function" in tool ? tool.function.name : tool.name)),
    mustAnswer: JSON.stringify(tool_choice ?? "").includes("none"),
    turn: pairs.length,
    results: pairs.flatMap(({ answers }) => answers.map(({ text }) => text)),
    closing: later
      .filter(({ role }) => role === "user")
      .map(textOf)
      .join(""),
    later: later.map((message) => JSON.stringify(message)),
  };
}

function idsOfCalls({ role, content, tool_calls = [] }: Message): string[] {
  if (role !== "assistant") return [];
  const blocks = Array.isArray(content) ? content.filter(({ type }) => type === "tool_use") : [];
  return [...tool_calls.map(({ id }) => id), ...blocks.map((block) => String(block["id"]))];
}

function answersAfter(messages: readonly Message[], index: number): { id: string; text: string }[] {
  const rest = messages.slice(index + 1);
  const [next] = rest;
  if (next?.role === "user" && Array.isArray(next.content)) {
    const results = next.content.filter(({ type }) => type === "tool_result");
    return results.map((block) => ({ id: String(block["tool_use_id"]), text: String(block["content"]) }));
  }
  const end = rest.findIndex(({ role }) => role !== "tool");
  const answers = end === -1 ? rest : rest.slice(0, end);
  return answers.map(({ tool_call_id, content }) => ({ id: String(tool_call_id), text: String(content) }));
}

function textOf({ content }: Message): string {
  if (!Array.isArray(content)) return content ?? "";
  return content.map((block) => (block.type === "text" ? String(block["text"]) : "")).join("");
}

/** The blocks of a message of Anthropic's that calls tools: thinking with its signature, then the text, then the calls. */
export function toolBlocks({ calls, text }: ToolCalls, index: number): object[] {
  return [
    { type: "thinking", thinking: `thought ${index}`, signature: `signature-${index}` },
    ...(text === "" ? [] : [{ type: "text", text, citations: null }]),
    ...calls.map(({ name, args }, place) => ({ type: "tool_use", id: `toolu_${index}_${place}`, name, input: args })),
  ];
}

/** The calls of a chat completion. */
export function toolCallsField({ calls }: ToolCalls, index: number): object[] {
  return calls.map(({ name, args }, place) => ({
    id: `call_${index}_${place}`,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
}
