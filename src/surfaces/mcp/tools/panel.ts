import { z } from "zod";
import { redactAll } from "../../../text/redact.ts";
import { plain, plural } from "../../../text/text.ts";
import { askSeatHere, seatsHere } from "../../wiring/panel-here.ts";
import { readChange } from "../../wiring/read-change.ts";
import { type CallContext, type McpTool, path, toolRow } from "../tool.ts";

const placeOf = (directory: string, { env, clientSeat }: CallContext) => ({ directory, env, substitute: clientSeat });

const listAgents = toolRow({
  name: "list_agents",
  title: "List the agents",
  about:
    "The reviewers of this repository: those that sit by default, and installed CLI agents that other tools can name.",
  input: z.object({ path }),
  output: z.object({
    agents: z.array(
      z.object({
        name: z.string(),
        provider: z.string(),
        model: z.string(),
        persona: z.string(),
        sits: z.boolean().describe("Whether it sits on the panel unless a call names agents."),
      }),
    ),
    notes: z.array(z.string()),
  }),
  asksModels: false,
  async run({ path: where }, call) {
    const { seats: agents, notes } = await seatsHere(placeOf(await call.folder(where), call), call.signal);
    const lines = agents.map(({ name, model, persona, sits }) =>
      plain(`- ${name}: ${model}${persona === "" ? "" : `, ${persona}`}${sits ? "" : " (sits only if it is named)"}`),
    );
    const none = "No model is set up here: only rules review. Set an API key, or install a CLI agent.";
    const text = [agents.some(({ sits }) => sits) ? "Agents:" : none, ...lines].join("\n");
    return { result: { agents, notes }, text };
  },
});

const readDiff = toolRow({
  name: "read_diff",
  title: "Read the change",
  about: "The change that a review would read, new files included, with secrets replaced. It asks no model.",
  input: z.object({
    path,
    staged: z.boolean().default(false).describe("Only the changes that are staged for the next commit."),
    range: z
      .string()
      .optional()
      .describe("A range of git such as main..HEAD, instead of the work against the default branch."),
    max_lines: z.number().int().min(1).max(20_000).default(1_000).describe("The maximum number of lines of the diff."),
  }),
  output: z.object({
    base: z.string(),
    head: z.string(),
    files: z.array(z.object({ path: z.string(), status: z.string(), added: z.number(), removed: z.number() })),
    diff: z.string(),
    truncated: z.boolean(),
    notes: z.array(z.string()),
  }),
  asksModels: false,
  async run({ path: where, staged, range, max_lines: mostLines }, call) {
    const compared = { staged, range: staged ? undefined : range };
    const request = { directory: await call.folder(where), env: call.env, ...compared, mostLines };
    const change = await readChange(request, call.signal);
    const { base, head, files, diff, lines, truncated } = change;
    const cut = truncated ? `\n… (${lines - mostLines} of ${lines} lines are left out)` : "";
    const text = files.length === 0 ? "Nothing differs." : `${plural(files.length, "file")} changed.\n${diff}${cut}`;
    return { result: { ...change, base: base.ref, head: head.ref }, text };
  },
});

const runAgent = toolRow({
  name: "run_agent",
  title: "Ask one agent",
  about: "Asks one agent a question and returns its words. They are one opinion, and no debate has checked them.",
  input: z.object({
    agent: z.string().describe("A name from list_agents, or name=provider:model@persona."),
    prompt: z.string().min(1).max(100_000),
    context: z.string().max(1_000_000).optional().describe("Text that the question is about. It is passed on as data."),
    path,
  }),
  output: z.object({ agent: z.string(), model: z.string(), servedModel: z.string().nullable(), answer: z.string() }),
  asksModels: true,
  async run({ agent, prompt, context, path: where }, call) {
    const place = placeOf(await call.folder(where), call);
    const reply = await askSeatHere(place, { seat: agent, prompt, context }, call.emit, call.signal);
    const { seat, model, servedModel, text } = redactAll(reply, call.secrets);
    return { result: { agent: seat, model, servedModel, answer: text }, text };
  },
});

export const panelTools: readonly McpTool[] = [listAgents, readDiff, runAgent];
