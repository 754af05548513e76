import type { SeatIdentity } from "../../domain/panel.ts";
import type { SeatCheck, TopologyReport } from "../../domain/topology/topology-report.ts";
import type { OpeningCheck } from "../../domain/views.ts";
import { cutCharacters, plural } from "../../text/text.ts";
import type { StageName } from "../stages/index.ts";
import { askSeat, budgetFailure, type DebateContext, type Delivered } from "./context.ts";

const longestReason = 500;

/**
 * A stage in which seats answer one after the other, each with the answers before it. A seat that fails is skipped, and its failure is recorded as
 * anywhere. Once the budget is spent, no seat is asked.
 */
export async function askInSequence<T, Asked extends SeatIdentity>(
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

/** An item that a seat was shown, by its id in that request, and the seat that it is of. */
interface ShownItem {
  readonly id: string;
  readonly seat: string;
  readonly title: string;
}

/** The items that a seat was shown, and how it checked each one; `none` where it did not. */
export function checksOf(seat: string, shown: readonly ShownItem[], checks: readonly OpeningCheck[] = []): SeatCheck[] {
  return shown.map(({ id, seat: of, title }) => {
    const { verdict = "none", reason = "" } = checks.find((one) => one.of === id) ?? {};
    return { seat, of, title, verdict, reason: cutCharacters(reason, longestReason) };
  });
}

/** One sentence on the pipeline, and one on each seat that left items unchecked; none where a seat opened alone. */
export function sequenceNotes(order: readonly string[], checks: readonly SeatCheck[], items: string): string[] {
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
export function sequenceReport(order: readonly string[], checks: readonly SeatCheck[]): TopologyReport {
  return { name: "sequential", order: [...order], checks: checks.filter(({ verdict }) => verdict !== "none") };
}
