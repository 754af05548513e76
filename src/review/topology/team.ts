import { askSeat, type DebateContext } from "../../debate/context.ts";
import type { AgentTask, BatchView } from "../../domain/answers.ts";
import { quoted, readingTools } from "../../domain/known-names.ts";
import type { AgentReport } from "../../domain/topology/topology-report.ts";
import type { Seat } from "../../stages/index.ts";
import type { LeadOrders, LeadResult, SpawnOrder, TaskOrder } from "../../stages/topology/lead-tools.ts";
import { cutCharacters, plural } from "../../text/text.ts";
import type { SplitChange } from "../debate-state.ts";
import type { Proposed } from "../propose/propose.ts";
import { filesOfTask } from "./files-of-task.ts";

/** The most agents of one review, and the most tasks of all of them. */
export const mostAgents = 8;
export const mostTasks = 24;
/** A lead is shown so many findings of a task; all of them go to the gate. */
const mostShown = 20;

interface Agent {
  readonly name: string;
  readonly seat: Seat;
  readonly instructions: string;
  readonly tools: readonly string[];
  readonly tasks: Task[];
}

interface Task {
  readonly text: string;
  readonly paths: readonly string[];
  readonly proposed: readonly Proposed[];
}

/** The agents of a lead, and what they delivered. */
export interface Team extends LeadOrders {
  readonly tasks: () => readonly Task[];
  readonly reports: () => readonly AgentReport[];
}

/**
 * Agents take the models of the panel in turn, beginning after the lead. Each task is a request of its own, with tools that are never more than
 * those of the seat. Results are kept by the agent's name, one after the other. All tasks together show no more than all seats in parallel would read.
 */
export function openTeam(
  seats: readonly Seat[],
  { files, viewsFor }: SplitChange,
  tokens: number,
  context: DebateContext,
): Team {
  const agents = new Map<string, Agent>();
  const changed = files.map(({ path }) => path);
  const most = tokens * seats.length;
  let [given, used] = [0, 0];

  function spawn({ name: wanted, instructions, tools }: SpawnOrder): LeadResult {
    const name = cutCharacters(wanted.trim(), 60);
    const seat = seats[(agents.size + 1) % seats.length];
    const fault = seat === undefined ? "There is no seat." : faultOfSpawn(name, tools ?? [], agents);
    if (seat === undefined || fault !== null) return { error: fault };
    agents.set(keyOf(name), { name, seat, instructions, tools: tools ?? readingTools, tasks: [] });
    return { agent: name, spawned: true };
  }

  /** Checks every task before the first one starts, so that a result never decides which of the others run. */
  async function delegate(orders: readonly TaskOrder[]): Promise<readonly LeadResult[]> {
    const runs = orders.map((order) => accepted(order));
    return Promise.all(runs.map((run) => ("error" in run ? run : resultOf(run))));
  }

  function accepted({ agent: wanted, task, files: named }: TaskOrder) {
    const agent = agents.get(keyOf(wanted));
    if (agent === undefined) return { error: unknownAgent(wanted, agents) };
    if (given >= mostTasks) return { error: `There were ${mostTasks} tasks, which is the most. Call complete.` };
    const paths = filesOfTask(task, named, changed);
    if (paths.length === 0) return { error: "The task names no file of the change. Name its files by path or folder." };
    const views = viewsFor(files.filter(({ path }) => paths.includes(path)));
    const size = views.reduce((sum, { batch }) => sum + batch.tokens, 0);
    if (used + size > most) return { error: "The tasks have reached their limit of text. Call complete." };
    given += 1;
    used += size;
    return { agent, task, paths, views };
  }

  async function resultOf(run: {
    readonly agent: Agent;
    readonly task: string;
    readonly paths: readonly string[];
    readonly views: readonly BatchView[];
  }): Promise<LeadResult> {
    const { agent, task: text, paths, views } = run;
    const { name, instructions, tools, seat } = agent;
    const at = agent.tasks.push({ text, paths, proposed: [] }) - 1;
    const proposed = await askAgent(seat, views, { name, instructions, task: text, tools }, context);
    agent.tasks[at] = { text, paths, proposed };
    return shownResult(name, proposed);
  }

  return {
    spawn,
    delegate,
    tasks: () => [...agents.values()].flatMap(({ tasks }) => tasks),
    reports: () => [...agents.values()].map(reportOf),
  };
}

function askAgent(
  seat: Seat,
  views: readonly BatchView[],
  agent: AgentTask,
  context: DebateContext,
): Promise<Proposed[]> {
  return Promise.all(
    views.map(async (view) => {
      const ask = (one: Seat, signal: AbortSignal) => one.agent.propose?.({ ...view, agent }, signal);
      const answer = await askSeat(seat, "propose", ask, context, ({ failures }) => failures);
      if (answer.status === "answered")
        context.emit({ type: "seat-end", seat: seat.name, stage: "propose", raised: answer.value.drafts.length });
      return { seat, view, answer };
    }),
  );
}

function faultOfSpawn(name: string, tools: readonly string[], agents: ReadonlyMap<string, Agent>): string | null {
  const known: readonly string[] = readingTools;
  const refused = tools.find((tool) => !known.includes(tool));
  const rows: readonly (readonly [when: boolean, fault: string])[] = [
    [name === "", "An agent needs a name."],
    [keyOf(name) === "lead", 'The name "lead" is yours. Choose another.'],
    [agents.has(keyOf(name)), `There is an agent ${quoted(name)} already. Use it, or choose another name.`],
    [agents.size >= mostAgents, `There are ${mostAgents} agents, which is the most. Use those.`],
    [refused !== undefined, `No agent may have the tool ${quoted(refused ?? "")}. Tools: ${known.join(", ")}.`],
  ];
  return rows.find(([when]) => when)?.[1] ?? null;
}

function unknownAgent(wanted: string, agents: ReadonlyMap<string, Agent>): string {
  if (keyOf(wanted) === "lead") return "A lead cannot delegate to itself. Delegate to an agent.";
  const names = [...agents.values()].map(({ name }) => quoted(name));
  const known = names.length === 0 ? "There is none yet: call spawn_agent." : `Agents: ${names.join(", ")}.`;
  return `There is no agent ${quoted(wanted)}. ${known}`;
}

function keyOf(name: string): string {
  return cutCharacters(name.trim(), 60).toLowerCase();
}

function shownResult(agent: string, proposed: readonly Proposed[]): LeadResult {
  const drafts = proposed.flatMap(({ answer }) => (answer.status === "answered" ? answer.value.drafts : []));
  const failed = proposed.flatMap(({ answer }) =>
    answer.status === "failed" ? [cutCharacters(answer.reason, 300)] : [],
  );
  const findings = drafts.slice(0, mostShown).map(({ severity, title, path }) => ({
    severity,
    title: cutCharacters(title, 200),
    path: cutCharacters(path, 300),
  }));
  return {
    agent,
    findings,
    ...(drafts.length > mostShown ? { more: plural(drafts.length - mostShown, "more finding") } : {}),
    ...(failed.length > 0 ? { failed } : {}),
  };
}

function reportOf({ name, seat, tools, tasks }: Agent): AgentReport {
  return {
    name,
    seat: seat.name,
    tools: [...tools],
    tasks: tasks.map(({ text, paths, proposed }) => {
      const raised = proposed.flatMap(({ answer }) => (answer.status === "answered" ? answer.value.drafts : [])).length;
      const failed = proposed.flatMap(({ answer }) => (answer.status === "failed" ? [answer.reason] : []));
      const task = cutCharacters(text, 500);
      return { task, files: [...paths], raised, ...(failed.length === 0 ? {} : { failure: failed.join("; ") }) };
    }),
  };
}
