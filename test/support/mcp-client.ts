import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { z } from "zod";
import type { GitRepository } from "./git-repository.ts";
import { quickStart } from "./quick-start.ts";

/** The protocol of 2025 with sessions, and its successor. */
export const eras = ["legacy", "modern"] as const;
export type Era = (typeof eras)[number];

export interface McpOptions {
  readonly era?: Era;
  readonly env?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  readonly client?: ClientOptions;
}

const program = resolve("dist/cli.js");

function aClient({ era = "legacy", client }: McpOptions): Client {
  const mode = era === "legacy" ? "legacy" : "auto";
  return new Client({ name: "test-client", version: "1" }, { ...client, versionNegotiation: { mode } });
}

/** A client that starts the server as its own process. `prepare` adds handlers before it connects. */
export async function overStdio(
  { path, env }: Pick<GitRepository, "path" | "env">,
  options: McpOptions = {},
  prepare: (client: Client) => void = () => {},
): Promise<{ readonly client: Client; readonly transport: StdioClientTransport }> {
  const client = aClient(options);
  prepare(client);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp", ...(options.arguments ?? [])],
    cwd: path,
    env: { ...quickStart, ...env, ...options.env },
    stderr: "pipe",
  });
  await client.connect(transport);
  return { client, transport };
}

export interface HttpServer {
  readonly url: URL;
  readonly child: ChildProcess;
  readonly connect: (
    options?: McpOptions,
    headers?: Readonly<Record<string, string>>,
    prepare?: (client: Client) => void,
  ) => Promise<Client>;
  readonly stop: () => Promise<void>;
}

/** The server as a process of its own, at a free port. */
export async function overHttp(
  { path, env }: Pick<GitRepository, "path" | "env">,
  { env: more = {}, arguments: args = ["--http", "0"] }: McpOptions = {},
): Promise<HttpServer> {
  const child = spawn(process.execPath, [program, "mcp", ...args], {
    cwd: path,
    env: { ...quickStart, ...env, ...more },
  });
  const closed = new Promise<void>((done) => child.once("close", () => done()));
  const address = await new Promise<string>((found, failed) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const match = /at (?<url>http:\S+)/.exec(said)?.groups?.["url"];
      if (match !== undefined) found(match);
    });
    child.once("close", () => failed(new Error(said)));
  });
  const url = new URL(address.replace("//0.0.0.0:", "//127.0.0.1:"));
  return {
    url,
    child,
    async connect(options = {}, headers = {}, prepare = () => {}) {
      const client = aClient(options);
      prepare(client);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } }));
      return client;
    },
    async stop() {
      child.kill("SIGTERM");
      await closed;
    },
  };
}

const Result = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().default("") })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().default(false),
});

/** Calls a tool: its text, its structured result, and whether it is an error. */
export async function callTool(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options: Parameters<Client["callTool"]>[1] = {},
) {
  const { content, structuredContent, isError } = Result.parse(
    await client.callTool({ name, arguments: { ...args } }, { timeout: 60_000, ...options }),
  );
  return { text: content.map((block) => block.text).join("\n"), result: structuredContent ?? {}, isError };
}
