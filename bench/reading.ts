import { rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { reviewLocally } from "../src/surfaces/wiring/review-locally.ts";
import { gitRepository } from "../test/support/git-repository.ts";
import { type ModelCall, startModelServer } from "../test/support/model-server.ts";
import { replyTo } from "../test/support/scenario.ts";
import { callTools } from "../test/support/tool-turns.ts";
import { round } from "./debate-figures.ts";

interface Row {
  readonly case: string;
  readonly target: string;
  readonly met: boolean;
  readonly [figure: string]: unknown;
}

const charactersPerToken = 4;
/** Vendors take a tenth for a prefix that is in their cache. */
const cachedPrice = 0.1;
const modules = 12;
const linesOfModule = 80;
const names = ["ada", "bob", "cyd"];
const mixed = ["tools", "slice", "diff"];
const plain = ["diff", "diff", "diff"];

/** What reading the repository costs: tokens of the proposals, and the calls that the tiers of effort make. */
export async function benchReading(): Promise<Row[]> {
  const repository = gitRepository();
  const server = await startModelServer(answer);
  const env = { ...repository.env, ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: server.url };
  const callsOf = async (views: readonly string[]): Promise<readonly ModelCall[]> => {
    const before = server.calls.length;
    // Else the second panel would find the answers of the first.
    rmSync(path.join(repository.path, ".debate"), { recursive: true, force: true });
    const text = `version: 1\nseats: [${names.map((name, at) => `{ name: ${name}, provider: anthropic, model: claude-opus-5-5, view: ${views[at]} }`).join(", ")}]\n`;
    const options = { directory: repository.path, env, change: {}, stdin: Readable.from([]), offline: false };
    const more = { config: { name: "bench", text }, blockOn: null, effort: null, emit: () => undefined };
    await reviewLocally({ ...options, ...more, now: () => new Date(0) }, new AbortController().signal);
    return server.calls.slice(before);
  };
  try {
    for (let at = 0; at < modules; at += 1) repository.write(pathOf("old", at), callerText(at));
    repository.write("README.md", "# Shop\n");
    repository.commit("base");
    repository.git("switch", "-q", "-c", "docs");
    repository.write("README.md", "# Shop\n\nIt sells things.\n");
    repository.commit("docs");
    const docs = await callsOf(mixed);
    repository.git("switch", "-q", "-c", "small", "main");
    repository.write(pathOf("old", 0), callerText(0).replace("* 2", "* 3"));
    repository.commit("small");
    const small = await callsOf(["slice", "diff", "diff"]);
    repository.git("switch", "-q", "-c", "large", "main");
    for (let at = 0; at < modules; at += 1) repository.write(pathOf("new", at), moduleText(at));
    repository.commit("large");
    const [diffOnly, reading] = [proposalTokens(await callsOf(plain)), proposalTokens(await callsOf(mixed))];
    const ratio = round(reading / diffOnly);
    return [
      { case: "reading-docs", calls: docs.length, target: "calls = 0", met: docs.length === 0 },
      { case: "reading-low", calls: small.length, target: "calls <= 4", met: small.length <= 4 && small.length > 0 },
      {
        case: "reading-tokens",
        ...{ lookups: 6, diffOnly, reading, ratio },
        target: "ratio <= 2.5",
        met: ratio <= 2.5,
      },
    ];
  } finally {
    await server.close();
    repository.remove();
  }
}

/** Six lookups in three turns before each proposal of a seat that may look things up. */
function answer(call: ModelCall): object {
  if (call.stage !== "propose" || call.tools.length === 0 || call.turn === 3) return replyTo(call, findings);
  const at = call.turn * 2;
  return callTools(
    ["read_file", { path: pathOf("old", at) }],
    call.turn === 0 ? ["symbol", { name: `total${at}Of1` }] : ["search", { text: `total${at}Of` }],
  );
}

/** The small change has a finding, so that it is voted on. */
function findings(batch: string): object[] {
  if (!batch.includes("* 3;")) return [];
  const quote = callerText(0).split("\n")[0]?.replace("* 2", "* 3");
  const words = { title: "The price is trebled", detail: "Twice is wanted." };
  return [{ severity: "P2", category: "correctness", ...words, path: pathOf("old", 0), quote }];
}

const Body = z.looseObject({ tools: z.unknown().optional(), system: z.unknown(), messages: z.array(z.unknown()) });

/** Input tokens of all proposals, in the vendor's order of tools, system and messages; the beginning that a seat has sent before counts a tenth. */
function proposalTokens(calls: readonly ModelCall[]): number {
  const sent = new Map<string, string>();
  let characters = 0;
  for (const { seat, stage, body } of calls) {
    if (stage !== "propose") continue;
    const { tools, system, messages } = Body.parse(body);
    const text = [tools ?? [], system, ...messages].map((part) => JSON.stringify(part)).join("\n");
    const shared = sharedPrefix(sent.get(seat) ?? "", text);
    characters += shared * cachedPrice + (text.length - shared);
    sent.set(seat, text);
  }
  return Math.round(characters / charactersPerToken);
}

function sharedPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function pathOf(folder: string, at: number): string {
  return `${folder}/module-${at}.ts`;
}

/** About 7 kB: a function a line, each of which calls one of a changed module. */
function callerText(at: number): string {
  const lines = Array.from(
    { length: linesOfModule },
    (_, line) => `export const call${line}Of${at} = (prices: number[]) => total${line}Of${at}(prices) * 2;`,
  );
  return `${lines.join("\n")}\n`;
}

function moduleText(at: number): string {
  const lines = Array.from(
    { length: linesOfModule },
    (_, line) => `export function total${line}Of${at}(prices: number[]): number { return price(prices, ${line}); }`,
  );
  return `${lines.join("\n")}\n`;
}
