import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ReviewError } from "../../../src/domain/errors.ts";
import { vendors } from "../../../src/panel/vendors/index.ts";
import { priceOf } from "../../../src/panel/vendors/prices.ts";
import type { OwnSeat } from "../../../src/panel/vendors/seat-list.ts";
import { type SeatSources, seatsFrom } from "../../../src/panel/vendors/seats.ts";
import { commandAgent } from "../../support/command-agent.ts";
import { startModelServer } from "../../support/model-server.ts";
import { aRequest, key } from "./request.ts";

const never = new AbortController().signal;
const both = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key };

function seats(sources: Partial<SeatSources>) {
  return seatsFrom({ settingsSeats: null, env: {}, detect: () => false, ...sources });
}

function listed(list: string, env: SeatSources["env"] = both) {
  return seats({ env: { ...env, PR_DEBATE_SEATS: list } });
}

function names(found: ReturnType<typeof seats>): string[] {
  return found.seats.map(({ name, provider, model, persona }) => `${name}=${provider}:${model}@${persona}`);
}

function refusal(sources: Partial<SeatSources>): string {
  try {
    seats(sources);
  } catch (error) {
    if (error instanceof ReviewError) return `${error.message} ${error.hint}`;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("default seats", () => {
  test("three over the keys that are set, with different personas", () => {
    expect(names(seats({ env: both }))).toEqual([
      "claude=anthropic:claude-opus-5-5@correctness",
      "gpt=openai:gpt-6-sol@security",
      "claude-2=anthropic:claude-sonnet-5-5@error-handling",
    ]);
    expect(seats({ env: both }).notes).toEqual([]);
  });

  test("one vendor only gives three seats and a note", () => {
    const found = seats({ env: { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: "" } });
    expect(names(found)).toEqual([
      "gpt=openai:gpt-6-sol@correctness",
      "gpt-2=openai:gpt-5.6-sol@security",
      "gpt-3=openai:gpt-6-sol@error-handling",
    ]);
    expect(found.notes).toEqual([expect.stringContaining("of one vendor (openai)")]);
  });

  test("no key but CLI agents: up to three seats of them, and a note; a key goes first", () => {
    const detect = (program: string): boolean => ["claude", "copilot"].includes(program);
    const found = seats({ detect });
    expect(names(found)).toEqual([
      "claude=command:claude:default@correctness",
      "copilot=command:copilot:default@security",
      "claude-2=command:claude:default@error-handling",
    ]);
    expect(found.notes).toEqual(["No API key is set: the seats run the installed claude, copilot."]);
    expect(seats({ env: both, detect }).seats[0]?.provider).toBe("anthropic");
  });

  test("nothing set, nothing installed: no seats", () => {
    expect(seats({})).toEqual({ seats: [], notes: [] });
    expect(seats({ settingsSeats: [], env: both })).toEqual({ seats: [], notes: [] });
  });

  test("a note names the variables of an unused endpoint", () => {
    const { notes } = seats({ env: { PR_DEBATE_ENDPOINT_LOCAL_URL: "http://localhost:1/v1" } });
    expect(notes).toEqual([expect.stringMatching(/^PR_DEBATE_ENDPOINT_LOCAL_URL is set, but no seat uses it/)]);
  });

  test("the default models are ids of the installed SDKs' own types, and have a price", () => {
    const root = "node_modules";
    const anthropic = readFileSync(`${root}/@anthropic-ai/sdk/resources/messages/messages.d.ts`, "utf8");
    const openai = readFileSync(`${root}/openai/resources/shared.d.ts`, "utf8");
    const unions = {
      anthropic: /^export type Model = (?<ids>.*)$/m.exec(anthropic)?.groups?.["ids"],
      openai: /^export type ChatModel = (?<ids>.*)$/m.exec(openai)?.groups?.["ids"],
    };
    expect(vendors.map(({ name }) => name)).toEqual(Object.keys(unions));
    for (const { name, models, prices } of vendors) {
      for (const model of models) {
        expect(Object.entries(unions)).toContainEqual([name, expect.stringContaining(`'${model}'`)]);
        const used = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 1_000 };
        expect(priceOf({ vendor: prices }, model)(used)).toBeGreaterThan(0);
      }
    }
  });
});

describe("PR_DEBATE_SEATS", () => {
  test("reads name=provider:model[@persona]; a model may have colons and slashes", () => {
    const env = { ...both, PR_DEBATE_ENDPOINT_MY_BOX_URL: "http://localhost:11434/v1" };
    const list = "a=anthropic:claude-opus-5-5, b=my-box:qwen2.5-coder:32b@security,c=my-box:meta/llama@x@tests,";
    expect(names(listed(list, env))).toEqual([
      "a=anthropic:claude-opus-5-5@correctness",
      "b=my-box:qwen2.5-coder:32b@security",
      "c=my-box:meta/llama@x@tests",
    ]);
  });

  test("reads a command with its own colon, and its model if there is one", () => {
    const found = seats({
      env: { PR_DEBATE_SEATS: "a=command:claude,b=command:claude:opus@tests,c=command:codex@security" },
      detect: () => true,
    });
    expect(names(found)).toEqual([
      "a=command:claude:default@correctness",
      "b=command:claude:opus@tests",
      "c=command:codex:default@security",
    ]);
  });

  test("replaces the settings' seats, with a note", () => {
    const settingsSeats = [{ name: "x", provider: "openai", model: "m", structuredOutput: true }];
    expect(seats({ settingsSeats, env: both }).seats).toMatchObject([{ name: "x", structuredOutput: true }]);
    const found = seats({ settingsSeats, env: { ...both, PR_DEBATE_SEATS: "a=openai:m" } });
    expect(found.seats).toMatchObject([{ name: "a", structuredOutput: false }]);
    expect(found.notes).toContain("PR_DEBATE_SEATS replaces the seats of the settings.");
  });

  test("carries view, limits and reasoning of the settings, and what they cannot change is noted", () => {
    const more = { view: "slice", timeout: 600, maxOutputTokens: 20_000, reasoning: "high" } as const;
    const settingsSeats = [
      { name: "a", provider: "openai", model: "m", ...more },
      { name: "b", provider: "command:codex", model: "default", ...more },
      { name: "c", provider: "openai", model: "m", timeout: 290 },
    ];
    const found = seats({ settingsSeats, env: both, detect: () => true });
    expect(found.seats[0]).toMatchObject({
      views: { low: "slice", high: "slice" },
      maxOutputTokens: 20_000,
      reasoning: "high",
    });
    expect(found.seats[2]).toMatchObject({ views: { standard: "diff" }, maxOutputTokens: null, reasoning: null });
    expect(found.notes.slice(0, 2)).toEqual([
      "Seat a has a timeout of 600 s, but an answer over HTTP may take at most 290 s.",
      "Seat b: command:codex does not take reasoning: high and max-output-tokens: 20000.",
    ]);
  });

  test.each([
    ["a", "a"],
    ["a=anthropic", "a=anthropic"],
    ["a=command:", "a=command:"],
    ["A=openai:m", "A=openai:m"],
    ["a=openai:m n", "a=openai:m n"],
    ["a=openai:m@", "a=openai:m@"],
    ["a=openai:m@Security", "a=openai:m@Security"],
    ["rules=openai:m", "rules=openai:m"],
    ["a=secrets:m", "a=secrets:m"],
    ["a=command:claude:--dangerously-skip-permissions", "a=command:claude:--dangerously-skip-permissions"],
    ["a=command:codex:-c", "a=command:codex:-c"],
    ["a=openai:-m", "a=openai:-m"],
    ["a=command:claude:m\u0000n", "a=command:claude:m\u0000n"],
    ["a=command:claude:m\n--yolo", "a=command:claude:m"],
    ["a=openai:m,a=openai:n", "two seats named a"],
    [Array.from({ length: 17 }, (_, index) => `s${index}=openai:m`).join(), "17 seats"],
  ])("%s is refused, naming the entry", (list, part) => {
    const message = refusal({ env: { ...both, PR_DEBATE_SEATS: list } });
    expect(message).toMatch(/^PR_DEBATE_SEATS /);
    expect(message).toContain(part);
  });

  test("unknown personas are refused together", () => {
    const list = "a=openai:m@wizard,b=openai:m@security,c=openai:x@20250101";
    const message = refusal({ env: { ...both, PR_DEBATE_SEATS: list } });
    expect(message).toMatch(/^Seat a uses the unknown persona "wizard"\. Known personas: correctness, security, /);
    expect(message).toContain('Seat c uses the unknown persona "20250101".');
    expect(message).toContain("so a model id with an @ needs one");
    expect(message).not.toContain("Seat b");
  });

  test.each([
    ["a=antropic:m", 'Did you mean "anthropic"?'],
    ["a=open-ai:m", 'Did you mean "openai"?'],
    ["a=command:cluade", 'claude, codex, gemini, copilot. Did you mean "claude"?'],
  ])("%s is unknown, and the error suggests a known name", (PR_DEBATE_SEATS, part) => {
    expect(refusal({ env: { ...both, PR_DEBATE_SEATS } })).toContain(part);
  });

  test("the models of one endpoint can be several families", () => {
    const env = { PR_DEBATE_ENDPOINT_OR_URL: "https://openrouter.ai/api/v1", PR_DEBATE_ENDPOINT_OR_KEY: key };
    expect(listed("a=or:anthropic/x,b=or:google/y", env).notes).toEqual([]);
    expect(listed("a=or:google/x,b=or:google/y", env).notes).toEqual([expect.stringContaining("(google)")]);
    expect(listed("a=or:google/x", env).notes).toEqual([]);
  });
});

describe("a mistake in the environment", () => {
  test.each([
    ["a=anthropic:m", {}, "ANTHROPIC_API_KEY is not set"],
    ["a=anthropic:m", { ANTHROPIC_BASE_URL: "http://localhost:1" }, "ANTHROPIC_API_KEY is not set"],
    ["a=openai:m", { OPENAI_API_KEY: " " }, "OPENAI_API_KEY is not set"],
    ["a=my-box:m", {}, "PR_DEBATE_ENDPOINT_MY_BOX_URL is not set"],
    ["a=my-box:m", { PR_DEBATE_ENDPOINT_MY_BOX_KEY: key }, "PR_DEBATE_ENDPOINT_MY_BOX_URL is not set"],
    ["a=command:mine", {}, "PR_DEBATE_COMMAND_MINE is not set"],
    ["a=command:claude", {}, "claude is not on the PATH"],
    ["a=command:mine", { PR_DEBATE_COMMAND_MINE: "my-agent --print" }, "PR_DEBATE_COMMAND_MINE is my-agent --print"],
    ["a=command:mine", { PR_DEBATE_COMMAND_MINE: "[]" }, "PR_DEBATE_COMMAND_MINE is []"],
    ["a=openai:m", { OPENAI_BASE_URL: "localhost:11434" }, "OPENAI_BASE_URL is not an http or https address"],
    ["a=openai:m", { OPENAI_BASE_URL: "file:///etc/passwd" }, "OPENAI_BASE_URL is not an http or https address"],
    ["a=my-box:m", { PR_DEBATE_ENDPOINT_MY_BOX_URL: "no" }, "PR_DEBATE_ENDPOINT_MY_BOX_URL is not an http"],
  ])("%s with %j", (PR_DEBATE_SEATS, env, part) => {
    const message = refusal({ env: { ...env, PR_DEBATE_SEATS } });
    expect(message).toContain(part);
    expect(message).not.toContain(key);
  });

  test("a seat of the settings is checked in the same way", () => {
    const settingsSeats = [{ name: "x", provider: "nowhere", model: "m" }];
    expect(refusal({ settingsSeats })).toContain('The seat x uses the unknown provider "nowhere"');
    expect(refusal({ settingsSeats: [{ name: "x", provider: "command:none", model: "m" }] })).toContain("command:none");
  });

  describe.each(["claude", "codex", "gemini", "copilot", "mine"])("command:%s", (program) => {
    const env = { PR_DEBATE_COMMAND_MINE: '["my-agent", "--model", "{model}"]' };

    test.each(["-x", "--add-dir=/", "a b", "a\n--yolo", "a\u0000", "a\tb", "a\u001b[31m", "a\u2028b", ""])(
      "is not run with the model %j",
      (model) => {
        const settingsSeats = [{ name: "x", provider: `command:${program}`, model }];
        expect(refusal({ settingsSeats, env, detect: () => true })).toContain(
          "which a program could read as something",
        );
      },
    );

    test.each(["opus[1m]", "vendor/model:free", "a@b"])("is run with the model %j", (model) => {
      const settingsSeats = [{ name: "x", provider: `command:${program}`, model }];
      expect(seats({ settingsSeats, env, detect: () => true }).seats).toMatchObject([{ model }]);
    });
  });

  test("H77 a login or a key in an address is refused without being shown", () => {
    for (const url of [`https://user:${key}@example.com/v1`, `https://example.com/v1?key=${key}`]) {
      const message = refusal({ env: { PR_DEBATE_SEATS: "a=openai:m", OPENAI_BASE_URL: url } });
      expect(message).toContain("OPENAI_BASE_URL holds a login or a query");
      expect(message).toContain("OPENAI_API_KEY");
      expect(message).not.toContain(key);
    }
    const env = { PR_DEBATE_SEATS: "a=e:m", PR_DEBATE_ENDPOINT_E_URL: `https://example.com/v1?key=${key}` };
    expect(refusal({ env })).toContain("PR_DEBATE_ENDPOINT_E_KEY");
  });

  test("an address that looks odd is noted once", () => {
    const { notes } = listed("a=openai:m,b=openai:n", { OPENAI_BASE_URL: "http://gpu.example.com:11434" });
    expect(notes).toEqual([
      "OPENAI_BASE_URL is plain http: code and key travel unencrypted to gpu.example.com:11434.",
      "OPENAI_BASE_URL has no path; most servers want http://gpu.example.com:11434/v1.",
      expect.stringContaining("one vendor"),
    ]);
  });
});

describe("open", () => {
  test.each([
    ["openai", "gave no complete answer within 1 s."],
    ["command:mine", "gave no answer within 1 s."],
  ])("a seat's timeout ends a call to %s", async (provider, message) => {
    const server = await startModelServer(() => "{}", { fault: () => ({ kind: "hang" }) });
    try {
      const sleeps = JSON.stringify([process.execPath, "-e", "setInterval(() => {}, 1_000)"]);
      const env = { ...both, OPENAI_BASE_URL: server.openAiUrl, PR_DEBATE_COMMAND_MINE: sleeps };
      const settingsSeats = [{ name: "a", provider, model: "m", timeout: 1 }];
      const [seat] = seats({ settingsSeats, env }).seats;
      await expect(seat?.open().complete(aRequest(), never)).rejects.toThrow(message);
    } finally {
      await server.close();
    }
  });

  test("every kind of provider reaches the address or program of the environment", async () => {
    const folder = await mkdtemp(join(tmpdir(), "seats-test-"));
    const server = await startModelServer(({ vendor, model }) => `${vendor} ${model}`);
    try {
      const agent = await commandAgent(folder, "agent", "return 'command ' + argv.join()");
      const { seats: found } = listed("a=anthropic:m1,b=openai:m2,c=box:m3,d=command:mine:$&", {
        ...both,
        ANTHROPIC_BASE_URL: `${server.url}/v1/`,
        OPENAI_BASE_URL: `${server.openAiUrl}/`,
        PR_DEBATE_ENDPOINT_BOX_URL: server.openAiUrl,
        PR_DEBATE_COMMAND_MINE: JSON.stringify([agent, "--model={model}"]),
      });
      const replies = await Promise.all(found.map((seat) => seat.open().complete(aRequest(), never)));
      expect(replies.map(({ text }) => text)).toEqual(["anthropic m1", "openai m2", "openai m3", "command --model=$&"]);
      const keys = server.calls.map(({ model, headers }) => `${model} ${headers["authorization"] ?? "none"}`).sort();
      expect(keys).toEqual([`m1 Bearer ${key}`, `m2 Bearer ${key}`, "m3 none"]);
    } finally {
      await server.close();
      await rm(folder, { recursive: true });
    }
  });

  test("the headers for OpenAI's gateway do not go to another server", async () => {
    const server = await startModelServer(() => "{}");
    const env = {
      OPENAI_CUSTOM_HEADERS: "X-Gateway: secret\nX-Other: 2",
      PR_DEBATE_ENDPOINT_BOX_URL: server.openAiUrl,
    };
    process.env["OPENAI_CUSTOM_HEADERS"] = env.OPENAI_CUSTOM_HEADERS;
    try {
      await listed("a=box:m", env).seats[0]?.open().complete(aRequest(), never);
      await listed("a=openai:m", { ...both, ...env, OPENAI_BASE_URL: server.openAiUrl })
        .seats[0]?.open()
        .complete(aRequest(), never);
      expect(server.calls.map(({ headers }) => headers["x-gateway"])).toEqual([undefined, "secret"]);
    } finally {
      delete process.env["OPENAI_CUSTOM_HEADERS"];
      await server.close();
    }
  });
});

describe("chosen seats", () => {
  const own = (name: string, model = "house-model"): OwnSeat => ({
    ...{ name, model },
    complete: async () => ({ text: "{}", stop: "complete", usage: null, servedModel: null }),
  });

  test("a choice names configured seats, entries, installed agents and models of the caller", () => {
    const detect = (program: string): boolean => program === "codex";
    const found = seats({ env: both, detect, choice: ["gpt", "mine=openai:gpt-6-sol@data", "codex", own("house")] });
    expect(names(found)).toEqual([
      "gpt=openai:gpt-6-sol@correctness",
      "mine=openai:gpt-6-sol@data",
      "codex=command:codex:default@security",
      "house=own:house-model@error-handling",
    ]);
  });

  test("an unknown name is refused with the names that exist", () => {
    expect(refusal({ env: both, choice: ["cluade"] })).toBe(
      'No seat is named "cluade". Did you mean "claude"? Seats here: claude, gpt, claude-2. Or write an entry such as name=provider:model@persona.',
    );
    expect(refusal({ choice: ["codex"] })).toContain("No seat is configured here.");
  });

  test.each([
    { choice: [], says: "The list of seats is empty." },
    { choice: ["gpt", "gpt"], says: 'The seat "gpt" is chosen twice.' },
    { choice: Array.from({ length: 17 }, (_, index) => own(`s${index}`)), says: "17 seats are chosen" },
    { choice: [own("Big Name")], says: 'The name of the seat "Big Name" needs 1 to 32 of a-z, 0-9 and -.' },
    { choice: [own("rules")], says: "The name rules belongs to a seat that is always there." },
    { choice: [own("a", "-rf")], says: 'The model "-rf" of the seat a has no usable name.' },
    { choice: [{ ...own("a"), persona: "securty" }], says: 'Did you mean "security"?' },
  ])("a wrong choice is refused: $says", ({ choice, says }) => {
    expect(refusal({ env: both, choice })).toContain(says);
  });

  test("a substitute takes a seat only where no key and no person seats a model", () => {
    const substitute = own("client");
    expect(names(seats({ substitute }))).toEqual(["client=own:house-model@correctness"]);
    expect(seats({ substitute }).notes).toEqual(["No API key is set: the seat client asks house-model."]);
    const beside = seats({ substitute, detect: (program) => program === "claude" });
    expect(beside.seats.map(({ name }) => name)).toEqual(["claude", "claude-2", "claude-3", "client"]);
    expect(names(seats({ substitute, env: both }))).not.toContain("client=own:house-model@correctness");
    expect(seats({ substitute, settingsSeats: [] }).seats).toEqual([]);
  });

  test("a model of the caller is offered no tools unless it takes them", async () => {
    const tools = [{ name: "search", description: "", schema: {} }];
    const open = (one: OwnSeat) => seats({ choice: [one] }).seats[0]?.open();
    await expect(open(own("a"))?.complete(aRequest({ tools }), never)).rejects.toThrow("a does not take tools");
    await expect(open({ ...own("a"), tools: true })?.complete(aRequest({ tools }), never)).resolves.toBeTruthy();
  });
});
