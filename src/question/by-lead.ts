import type { SeatAnswer } from "../domain/debate.ts";
import type { TopologyReport } from "../domain/topology/topology-report.ts";
import type { AgentTask, PlanContext } from "../domain/views.ts";
import { askSeat, askStage, type DebateContext, type Delivered, seatsLeft } from "../panel/asking/context.ts";
import { agentReports, openTeam, shownFailures } from "../panel/asking/team.ts";
import type { StageName } from "../panel/stages/index.ts";
import { filesWithin } from "../panel/stages/topology/agent.ts";
import type { QuestionLeadRequest } from "../panel/stages/topology/lead.ts";
import { type LeadResult, leadTools } from "../panel/stages/topology/lead-tools.ts";
import { plural } from "../text/text.ts";

/** The limits for one question. */
export const questionTeam = { agents: 8, tasks: 12 };

/** How the openings of one kind of question pass a lead. */
export interface LedKind<Value> {
  readonly stages: { readonly lead: StageName; readonly open: StageName };
  /** The part of an opening that the lead sees. */
  readonly shown: (value: Value) => LeadResult;
  /** The steps or claims of an opening. */
  readonly raised: (value: Value) => number;
  /** The openings of one seat on several tasks as one, in the order of the tasks. */
  readonly merged: (values: readonly Value[]) => Value;
}

interface LeadSeat {
  readonly name: string;
  readonly provider: string;
  readonly agent: { readonly lead?: (request: QuestionLeadRequest, signal: AbortSignal) => Promise<string> };
}

/** The files that the lead named, and those of them that the agent is shown. */
interface QuestionTask {
  readonly named: readonly string[];
  readonly files: readonly string[];
}

/** The openings of seats; if no seat opened, there is nothing to report. */
export interface Opened<Value> {
  readonly delivered: readonly Delivered<Value>[];
  readonly notes: readonly string[];
  readonly topology?: TopologyReport;
}

/** A lead splits the question into tasks for agents, which open alone. A seat without a task opens on the whole question. */
export async function openByLead<Value, Asked extends LeadSeat>(
  seats: readonly Asked[],
  planContext: PlanContext,
  open: (seat: Asked, agent: AgentTask | undefined, signal: AbortSignal) => Promise<Value>,
  kind: LedKind<Value>,
  context: DebateContext,
): Promise<Opened<Value>> {
  const { stages } = kind;
  const openAll = (some: readonly Asked[]): Promise<Delivered<Value>[]> =>
    askStage(some, stages.open, (seat, signal) => open(seat, undefined, signal), context, "each on its own");
  const lead = leadAmong(seats);
  if (lead === undefined) return said(await openAll(seats), [noLead], { name: "hierarchical" });

  const from = seats.indexOf(lead);
  const team = openTeam<QuestionTask, SeatAnswer<Value>, Asked>({
    seats: [...seats.slice(from), ...seats.slice(0, from)],
    limits: questionTeam,
    jobOf: ({ files }) => ({ named: files ?? [], files: filesWithin(files ?? []) }),
    run: (seat, { files }, agent) =>
      askSeat(seat, stages.open, (one, signal) => open(one, { ...agent, files }, signal), context),
    shown: (answer, task) => ({
      ...(answer.status === "answered" ? kind.shown(answer.value) : shownFailures([answer.reason])),
      ...cutOf(task),
    }),
  });
  const { toolbox, isComplete } = leadTools("question", team);
  context.emit({ type: "stage-start", stage: stages.lead, detail: lead.name });
  const request = { context: planContext, limits, tools: toolbox };
  const ended = await askSeat(lead, stages.lead, ({ agent }, signal) => agent.lead?.(request, signal), context);

  const agents = team.agents();
  const tasks = agents.flatMap(({ seat, tasks: own }) => own.map(({ result }) => ({ seat: seat.name, result })));
  const byTask = Map.groupBy(
    tasks.flatMap(({ seat, result }) => (result?.status === "answered" ? [{ seat, value: result.value }] : [])),
    ({ seat }) => seat,
  );
  const rest = seatsLeft(seats, context).filter(({ name }) => !byTask.has(name));
  const whole = await openAll(rest);
  const delivered = seats.flatMap(({ name }): Delivered<Value>[] => {
    const values = byTask.get(name)?.map(({ value }) => value) ?? [];
    const [value, ...more] = values;
    if (value === undefined) return whole.filter(({ seat }) => seat === name);
    return [{ seat: name, value: more.length === 0 ? value : kind.merged(values) }];
  });
  const reports = agentReports(agents, ({ result }) => ({
    files: [],
    raised: result?.status === "answered" ? kind.raised(result.value) : 0,
    failures: result?.status === "failed" ? [result.reason] : [],
  }));
  const report = { name: "hierarchical" as const, lead: lead.name, complete: isComplete(), agents: reports };
  const failure = ended.status === "failed" ? ended.reason : null;
  const outcome = { tasks: tasks.length, agents: agents.length, rest: rest.map(({ name }) => name), failure };
  return said(delivered, notesOn(lead.name, isComplete(), outcome), report);
}

function cutOf({ named, files }: QuestionTask): { readonly cut?: string } {
  const [of, shown] = [named.length, files.length];
  return of === shown ? {} : { cut: `The agent was shown ${shown} of ${of} files, the rest was left out.` };
}

/** The first seat that can lead. A program calls no tools, so it cannot. */
function leadAmong<Asked extends LeadSeat>(seats: readonly Asked[]): Asked | undefined {
  return seats.find(({ agent, provider }) => agent.lead !== undefined && !provider.startsWith("command:"));
}

function said<Value>(
  delivered: readonly Delivered<Value>[],
  notes: readonly string[],
  topology: TopologyReport,
): Opened<Value> {
  return delivered.length === 0 ? { delivered, notes: [] } : { delivered, notes, topology };
}

const limits = `Limits: ${questionTeam.agents} agents, ${questionTeam.tasks} tasks.`;
const noLead =
  "The topology hierarchical needs a model seat as lead, so the seats opened in parallel, each on the whole question.";

function notesOn(
  lead: string,
  isComplete: boolean,
  outcome: {
    readonly tasks: number;
    readonly agents: number;
    readonly rest: readonly string[];
    readonly failure: string | null;
  },
): string[] {
  const { tasks, agents, rest, failure } = outcome;
  if (tasks === 0) {
    const why = failure === null ? "handed out no task" : `failed (${failure})`;
    return [`The lead ${lead} ${why}, so the seats opened in parallel, each on the whole question.`];
  }
  const split = `The lead ${lead} split the question into ${plural(tasks, "task")} for ${plural(agents, "agent")}.`;
  const open = `The lead ${lead} never completed its work${failure === null ? "" : ` (${failure})`}.`;
  const whole = `${rest.join(", ")} got no task, so ${rest.length === 1 ? "it" : "they"} opened on the whole question.`;
  return [split, ...(isComplete ? [] : [open]), ...(rest.length === 0 ? [] : [whole])];
}

/** The first items of all lists up to a limit, one of each list in turn, in the order of the lists. */
export function inTurn<T>(lists: readonly (readonly T[])[], most: number): T[] {
  const ranked = lists.flatMap((list, at) => list.map((item, rank) => ({ item, at, rank })));
  const kept = new Set(ranked.toSorted((a, b) => a.rank - b.rank || a.at - b.at).slice(0, most));
  return ranked.filter((one) => kept.has(one)).map(({ item }) => item);
}
