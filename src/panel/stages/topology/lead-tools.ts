import { z } from "zod";
import type { ToolDefinition } from "../../../domain/provider.ts";
import { envelope, jsonLine } from "../../../text/shown.ts";
import type { Toolbox } from "../tool-loop.ts";
import { longestPart } from "./agent.ts";

/** The result of a call as plain data; `error` says in a sentence why nothing was done. */
export type LeadResult = Readonly<Record<string, unknown>>;

const name = z.string().min(1).max(200);
const words = z.string().min(1).max(longestPart);

const files = z.array(z.string().min(1).max(4_096)).max(2_000).nullish();
const Complete = z.strictObject({ summary: words.nullish() });

/** The subject of the tasks, in the words of the tools. */
const subjects = {
  change: {
    agents: "The kind of defect that this agent looks for.",
    task: "What to check, with the paths of the files, or of folders with a slash at the end.",
    files: "The paths or folders, if the task does not name them.",
    end: "Ends the split of the review at once.",
  },
  question: {
    agents: "What this agent knows best and looks at.",
    task: "One part of the question, with all that the agent must know about it.",
    files: "The files that the task is about, if it does not name them.",
    end: "Ends the split of the question at once.",
  },
};

function schemasFor({ agents, task, files: named }: Readonly<Record<"agents" | "task" | "files", string>>) {
  const Spawn = z.strictObject({
    name: name.describe("A short name of your choice."),
    instructions: words.describe(agents),
    tools: z.array(name).max(20).nullish().describe("The only tools that it may use. Left out: those of its seat."),
  });
  const Task = z.strictObject({
    agent: name.describe("The name of a spawned agent."),
    task: words.describe(task),
    files: files.describe(named),
  });
  return { Spawn, Task, Tasks: z.strictObject({ tasks: z.array(Task).min(1).max(50) }) };
}

export type SpawnOrder = z.infer<ReturnType<typeof schemasFor>["Spawn"]>;
export type TaskOrder = z.infer<ReturnType<typeof schemasFor>["Task"]>;

/** The part of the program that carries out the orders of a lead. */
export interface LeadOrders {
  readonly spawn: (order: SpawnOrder) => LeadResult;
  /** At once; the results come in the order of the tasks. */
  readonly delegate: (tasks: readonly TaskOrder[], signal: AbortSignal) => Promise<readonly LeadResult[]>;
}

/** The calls that a lead may make, refused ones included. */
const mostCalls = 40;
/** The beginning of a longer result says enough. */
const longestResult = 24_000;

interface LeadTool {
  readonly definition: ToolDefinition;
  readonly run: (args: unknown, orders: LeadOrders, signal: AbortSignal) => Promise<LeadResult>;
}

function row<Schema extends z.ZodType>(
  tool: string,
  description: string,
  schema: Schema,
  run: (args: z.output<Schema>, orders: LeadOrders, signal: AbortSignal) => Promise<LeadResult> | LeadResult,
): LeadTool {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, { io: "input" });
  return {
    definition: { name: tool, description, schema: shape },
    run: async (args, orders, signal) => {
      const read = schema.safeParse(args);
      return read.success ? run(read.data, orders, signal) : { error: faultIn(tool, read.error) };
    },
  };
}

function rowsFor(about: keyof typeof subjects): readonly LeadTool[] {
  const { Spawn, Task, Tasks } = schemasFor(subjects[about]);
  return [
    row("spawn_agent", "Creates an agent for tasks.", Spawn, (order, { spawn }) => spawn(order)),
    row("delegate", "Gives one task to an agent and waits for its result.", Task, async (order, orders, signal) => {
      const [result = {}] = await orders.delegate([order], signal);
      return result;
    }),
    row("delegate_parallel", "Gives tasks to agents at once.", Tasks, async ({ tasks }, orders, signal) => ({
      results: await orders.delegate(tasks, signal),
    })),
    row("complete", subjects[about].end, Complete, () => ({ ended: true })),
  ];
}

/** The tools of a lead. `complete` ends its conversation; `isComplete` says later whether it was called. */
export function leadTools(
  about: keyof typeof subjects,
  orders: LeadOrders,
): { readonly toolbox: Toolbox; readonly isComplete: () => boolean } {
  const rows = rowsFor(about);
  let calls = 0;
  let ending: string | null = null;
  const toolbox: Toolbox = {
    definitions: rows.map(({ definition }) => definition),
    isSpent: () => calls >= mostCalls,
    ended: () => ending,
    async call(tool, argsText, signal) {
      calls += 1;
      const known = rows.find(({ definition }) => definition.name === tool);
      const result = (await known?.run(argumentsIn(argsText), orders, signal)) ?? {
        error: `There is no tool ${tool}.`,
      };
      if (tool === "complete" && !("error" in result)) ending = argsText.trim() === "" ? "{}" : argsText;
      return envelope("result", cut(jsonLine(result)));
    },
  };
  return { toolbox, isComplete: () => ending !== null };
}

function argumentsIn(text: string): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return null;
  }
}

function faultIn(tool: string, { issues: [issue] }: z.ZodError): string {
  return `The arguments of ${tool} are wrong: ${issue?.path.join(".") || "the whole"}: ${issue?.message ?? "unreadable"}.`;
}

function cut(text: string): string {
  return text.length <= longestResult ? text : `${text.slice(0, longestResult).toWellFormed()} … (result cut)`;
}
