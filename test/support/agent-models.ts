import { createServer, type ServerResponse } from "node:http";

/** The vendors' streams as real CLI agents read them: each answers every question with the same text. */
export async function startAgentModels(answer: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const path = new URL(request.url ?? "", "http://models").pathname;
      if (request.method !== "POST") return sendJson(response, 404, { error: { message: "not here" } });
      asked.push(path);
      const [, reply] = replies.find(([pattern]) => pattern.test(path)) ?? [];
      if (reply === undefined) return sendJson(response, 404, { error: { message: "not here" } });
      reply(response, answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const usage = { input_tokens: 1, output_tokens: 1 };
const gemini = (text: string) => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
});

const replies: readonly (readonly [RegExp, (response: ServerResponse, text: string) => void])[] = [
  [/count_?tokens$/i, (response) => sendJson(response, 200, { input_tokens: 1, totalTokens: 1 })],
  [/\/v1\/messages$/, (response, text) => sendEvents(response, messageEvents(text))],
  [/\/responses$/, (response, text) => sendEvents(response, responseEvents(text))],
  [/\/chat\/completions$/, (response, text) => sendEvents(response, chunks(text))],
  [/:streamGenerateContent$/, (response, text) => sendEvents(response, [gemini(text)])],
  [/:generateContent$/, (response, text) => sendJson(response, 200, gemini(text))],
];

function messageEvents(text: string): object[] {
  const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage };
  return [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}

function responseEvents(text: string): object[] {
  const content = [{ type: "output_text", text, annotations: [] }];
  const item = { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
  const response = { id: "r1", object: "response", status: "in_progress", output: [] };
  const done = { ...response, status: "completed", output: [item], usage: { ...usage, total_tokens: 2 } };
  return [
    { type: "response.created", response },
    { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
    { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: text },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: done },
  ];
}

function chunks(text: string): object[] {
  const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  return [
    { ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: text }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ];
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: readonly object[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    if ("type" in event) response.write(`event: ${event.type}\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}
