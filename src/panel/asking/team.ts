import { quoted, readingTools } from "../../domain/known-names.ts";
import type { AgentReport } from "../../domain/topology/topology-report.ts";
import type { AgentTask } from "../../domain/views.ts";
import { cutCharacters } from "../../text/text.ts";
import type { LeadOrders, LeadResult, SpawnOrder, TaskOrder } from "../stages/topology/lead-tools.ts";

const longestName = 60;
const longestTask = 500;
const longestReason = 300;

/** How many agents a lead may create, and how many tasks it may give to all of them. */
export interface TeamLimits {
  readonly agents: number;
  readonly tasks: number;
}

/** How a review, a plan or a free debate runs the tasks of a lead. `Job` is a task as it is run. */
export interface TeamWork<Job extends object, Result, Asked> {
  /** The first seat is the lead's own, so the first agent takes the second one. */
  readonly seats: readonly Asked[];
  readonly limits: TeamLimits;
  /** Reads a task, or says in a sentence why it is refused. */
  readonly jobOf: (order: TaskOrder) => Job | { readonly error: string };
  readonly run: (seat: Asked, job: Job, agent: AgentTask) => Promise<Result>;
  /** The part of a result that the lead sees. */
  readonly shown: (result: Result, job: Job) => Omit<LeadResult, "agent">;
}

/** `result` is null until it is there. */
export interface TeamTask<Job, Result> {
  readonly text: string;
  readonly job: Job;
  readonly result: Result | null;
}

export interface TeamAgent<Job, Result, Asked> {
  readonly name: string;
  readonly seat: Asked;
  readonly instructions: string;
  readonly tools: readonly string[];
  readonly tasks: readonly TeamTask<Job, Result>[];
}

/** The agents of a lead, and what they delivered. */
export interface Team<Job, Result, Asked> extends LeadOrders {
  readonly agents: () => readonly TeamAgent<Job, Result, Asked>[];
}

/**
 * Agents take the models of the panel in turn, beginning after the lead. Each task is a request of its own, with tools that are never more than
 * those of the seat. Results are kept by the agent's name, one after the other.
 */
export function openTeam<Job extends object, Result, Asked>(
  work: TeamWork<Job, Result, Asked>,
): Team<Job, Result, Asked> {
  type Agent = TeamAgent<Job, Result, Asked> & { readonly tasks: TeamTask<Job, Result>[] };
  const { seats, limits } = work;
  const agents = new Map<string, Agent>();
  let given = 0;

  function spawn({ name: wanted, instructions, tools }: SpawnOrder): LeadResult {
    const name = cutCharacters(wanted.trim(), longestName);
    const seat = seats[(agents.size + 1) % seats.length];
    const fault = seat === undefined ? "There is no seat." : faultOfSpawn(name, tools ?? [], agents, limits);
    if (seat === undefined || fault !== null) return { error: fault };
    agents.set(keyOf(name), { name, seat, instructions, tools: tools ?? readingTools, tasks: [] });
    return { agent: name, spawned: true };
  }

  /** Checks every task before the first one starts, so that a result never decides which of the others run. */
  async function delegate(orders: readonly TaskOrder[]): Promise<readonly LeadResult[]> {
    const runs = orders.map((order) => accepted(order));
    return Promise.all(runs.map((run) => ("error" in run ? run : resultOf(run))));
  }

  function accepted(order: TaskOrder) {
    const agent = agents.get(keyOf(order.agent));
    if (agent === undefined) return { error: unknownAgent(order.agent, agents) };
    if (given >= limits.tasks) return { error: `There were ${limits.tasks} tasks, which is the most. Call complete.` };
    const job = work.jobOf(order);
    if ("error" in job) return { error: job.error };
    given += 1;
    return { agent, text: order.task, job };
  }

  async function resultOf({ agent, text, job }: { agent: Agent; text: string; job: Job }): Promise<LeadResult> {
    const { name, instructions, tools, seat } = agent;
    const at = agent.tasks.push({ text, job, result: null }) - 1;
    const result = await work.run(seat, job, { name, instructions, task: text, tools });
    agent.tasks[at] = { text, job, result };
    return { agent: name, ...work.shown(result, job) };
  }

  return { spawn, delegate, agents: () => [...agents.values()] };
}

/** What an agent delivered for a task. */
interface DoneTask {
  readonly files: readonly string[];
  readonly raised: number;
  readonly failures: readonly string[];
}

/** Every agent as reports show it. */
export function agentReports<Job, Result>(
  agents: readonly TeamAgent<Job, Result, { readonly name: string }>[],
  done: (task: TeamTask<Job, Result>) => DoneTask,
): AgentReport[] {
  return agents.map(({ name, seat, tools, tasks }) => ({
    name,
    seat: seat.name,
    tools: [...tools],
    tasks: tasks.map((task) => {
      const { files, raised, failures } = done(task);
      const failure = failures.length === 0 ? {} : { failure: failures.join("; ") };
      return { task: cutCharacters(task.text, longestTask), files: [...files], raised, ...failure };
    }),
  }));
}

/** The failures of a task as a lead sees them; an empty object where there is none. */
export function shownFailures(reasons: readonly string[]): { readonly failed?: readonly string[] } {
  return reasons.length === 0 ? {} : { failed: reasons.map((reason) => cutCharacters(reason, longestReason)) };
}

type Names = ReadonlyMap<string, { readonly name: string }>;

function faultOfSpawn(name: string, tools: readonly string[], agents: Names, { agents: most }: TeamLimits) {
  const known: readonly string[] = readingTools;
  const refused = tools.find((tool) => !known.includes(tool));
  const rows: readonly (readonly [when: boolean, fault: string])[] = [
    [name === "", "An agent needs a name."],
    [keyOf(name) === "lead", 'The name "lead" is yours. Choose another.'],
    [agents.has(keyOf(name)), `There is an agent ${quoted(name)} already. Use it, or choose another name.`],
    [agents.size >= most, `There are ${most} agents, which is the most. Use those.`],
    [refused !== undefined, `No agent may have the tool ${quoted(refused ?? "")}. Tools: ${known.join(", ")}.`],
  ];
  return rows.find(([when]) => when)?.[1] ?? null;
}

function unknownAgent(wanted: string, agents: Names): string {
  if (keyOf(wanted) === "lead") return "A lead cannot delegate to itself. Delegate to an agent.";
  const names = [...agents.values()].map(({ name }) => quoted(name));
  const known = names.length === 0 ? "There is none yet: call spawn_agent." : `Agents: ${names.join(", ")}.`;
  return `There is no agent ${quoted(wanted)}. ${known}`;
}

function keyOf(name: string): string {
  return cutCharacters(name.trim(), longestName).toLowerCase();
}
