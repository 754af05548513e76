import type { TopologyName } from "../domain/known-names.ts";
import type { SeatCheck, TopologyReport } from "../domain/topology/topology-report.ts";
import type { AgentTask, OpeningCheck, PlanContext } from "../domain/views.ts";
import {
  askSeat,
  askStage,
  budgetFailure,
  type DebateContext,
  type Delivered,
  seatsLeft,
} from "../panel/asking/context.ts";
import type { StageName } from "../panel/stages/index.ts";
import type { QuestionLeadRequest } from "../panel/stages/topology/lead.ts";
import { cutCharacters, plural } from "../text/text.ts";
import { type LedKind, type Opened, openByLead } from "./by-lead.ts";

const longestReason = 500;
/** The most parts of earlier openings that one request shows. */
const mostEarlier = 40;

/** A seat as every kind of question asks it to open. Without the other methods it opens on its own. */
interface OpeningSeat<Request, Part, Reply> {
  readonly name: string;
  readonly provider: string;
  readonly agent: {
    readonly open: (request: Request & { readonly agent?: AgentTask }, signal: AbortSignal) => Promise<Reply>;
    readonly openAfter?: (
      request: Request & { readonly earlier: readonly Part[] },
      signal: AbortSignal,
    ) => Promise<Reply>;
    readonly lead?: (request: QuestionLeadRequest, signal: AbortSignal) => Promise<string>;
  };
}

/** An opening that was heard. */
interface Heard {
  readonly opening: { readonly checks?: readonly OpeningCheck[] };
}

/** A part of an earlier opening; its id is valid for one request. */
interface EarlierPart<Part> {
  readonly seat: string;
  readonly part: Part;
}

/** How the seats open on one kind of question. */
export interface OpeningKind<Part extends { readonly id: string }, Reply, Value extends Heard> extends LedKind<Value> {
  /** Keeps a reply within its limits. */
  readonly heard: (reply: Reply) => Promise<Value> | Value;
  /** The parts of earlier openings, at most `share` of each seat. */
  readonly parts: (before: readonly Delivered<Value>[], share: number) => readonly EarlierPart<Part>[];
  /** Their name in notes. */
  readonly items: string;
}

/** Every seat opens: alone, one after the other, or on the tasks of a lead. */
export async function openQuestion<
  Request extends { readonly context: PlanContext },
  Part extends { readonly id: string },
  Reply,
  Value extends Heard,
>(
  seats: readonly OpeningSeat<Request, Part, Reply>[],
  request: Request,
  kind: OpeningKind<Part, Reply, Value>,
  topology: TopologyName,
  context: DebateContext,
): Promise<Opened<Value>> {
  type Asked = OpeningSeat<Request, Part, Reply>;
  const left = seatsLeft(seats, context);
  const stage = kind.stages.open;
  const open = async ({ agent }: Asked, task: AgentTask | undefined, signal: AbortSignal): Promise<Value> =>
    kind.heard(await agent.open(task === undefined ? request : { ...request, agent: task }, signal));
  const openAfter = async (seat: Asked, before: readonly Delivered<Value>[], signal: AbortSignal): Promise<Value> => {
    const earlier = earlierIn(before, kind).map(({ part }) => part);
    return earlier.length === 0 || seat.agent.openAfter === undefined
      ? open(seat, undefined, signal)
      : kind.heard(await seat.agent.openAfter({ ...request, earlier }, signal));
  };
  if (topology === "hierarchical") return openByLead(left, request.context, open, kind, context);
  const delivered =
    topology === "sequential"
      ? await askInSequence(left, stage, openAfter, context)
      : await askStage(left, stage, (seat, signal) => open(seat, undefined, signal), context, "each on its own");
  return { delivered, notes: [] };
}

/** Seats whose request to open depends on no answer, so that a kept answer can be looked up. A lead may give a task to any seat. */
export function openersOf<Asked>(seats: readonly Asked[], topology: TopologyName): readonly Asked[] {
  if (topology === "hierarchical") return [];
  return topology === "sequential" ? seats.slice(0, 1) : seats;
}

/** The parts that a seat is shown. Where there are too many, each seat before it has an equal share. */
function earlierIn<Part extends { readonly id: string }, Reply, Value extends Heard>(
  before: readonly Delivered<Value>[],
  { parts }: OpeningKind<Part, Reply, Value>,
) {
  return parts(before, Math.max(1, Math.floor(mostEarlier / Math.max(1, before.length))));
}

/**
 * A stage in which seats answer one after the other, each with the answers before it. A seat that fails is skipped, and its failure is recorded as
 * anywhere. Once the budget is spent, no seat is asked.
 */
async function askInSequence<T, Asked extends { readonly name: string; readonly provider: string }>(
  seats: readonly Asked[],
  stage: StageName,
  question: (seat: Asked, before: readonly Delivered<T>[], signal: AbortSignal) => Promise<T>,
  context: DebateContext,
): Promise<Delivered<T>[]> {
  const delivered: Delivered<T>[] = [];
  const names = seats.map(({ name }) => name).join(", then ");
  if (seats.length > 0) context.emit({ type: "stage-start", stage, detail: `one after the other: ${names}` });
  for (const seat of seats) {
    if (budgetFailure(context) !== null) break;
    const before = [...delivered];
    const answer = await askSeat(seat, stage, (one, signal) => question(one, before, signal), context);
    if (answer.status === "answered") delivered.push({ seat: answer.seat, value: answer.value });
  }
  return delivered;
}

/** What the seats of a pipeline said about the openings before theirs: by part, as notes, and for the report. Checks are no votes. */
export function checkedIn<Part extends { readonly id: string }, Reply, Value extends Heard>(
  delivered: readonly Delivered<Value>[],
  kind: OpeningKind<Part, Reply, Value>,
  titleOf: (earlier: EarlierPart<Part>) => string,
) {
  const passed = delivered.flatMap(({ seat, value: { opening } }, at) => {
    const { checks = [] } = opening;
    // A seat that was shown nothing left nothing unchecked.
    const shown = opening.checks === undefined ? [] : earlierIn(delivered.slice(0, at), kind);
    return shown.map((earlier) => ({ seat, earlier, check: checks.find(({ of }) => of === earlier.part.id) }));
  });
  const order = delivered.map(({ seat }) => seat);
  const rows = passed.map(({ seat, earlier, check }): SeatCheck => {
    const { verdict = "none", reason = "" } = check ?? {};
    return { seat, of: earlier.seat, title: titleOf(earlier), verdict, reason: cutCharacters(reason, longestReason) };
  });
  return {
    checked: passed.flatMap(({ check, ...rest }) => (check === undefined ? [] : [{ ...rest, ...check }])),
    notes: sequenceNotes(order, rows, kind.items),
    topology: sequenceReport(order, rows),
  };
}

/** One sentence on the pipeline, and one on each seat that left items unchecked; none where a seat opened alone. */
function sequenceNotes(order: readonly string[], checks: readonly SeatCheck[], items: string): string[] {
  if (order.length < 2) return [];
  const given = checks.filter(({ verdict }) => verdict !== "none");
  const disputes = given.filter(({ verdict }) => verdict === "dispute").length;
  const line = `The seats opened in sequence (${order.join(", ")}): ${plural(given.length, "check")} of earlier ${items}, ${given.length - disputes} agree, ${disputes} dispute.`;
  const lacking = [...Map.groupBy(checks, ({ seat }) => seat)].flatMap(([seat, own]) => {
    const left = own.filter(({ verdict }) => verdict === "none").length;
    return left === 0 ? [] : [`${seat} did not check ${left} of ${own.length} earlier ${items}.`];
  });
  return [line, ...lacking];
}

/** The same as data. */
function sequenceReport(order: readonly string[], checks: readonly SeatCheck[]): TopologyReport {
  return { name: "sequential", order: [...order], checks: checks.filter(({ verdict }) => verdict !== "none") };
}
