import { askSeat, type DebateContext } from "../debate/ask.ts";
import type { Failure } from "../domain/debate.ts";
import type { PlanSeat, StageName } from "../stages/index.ts";

/** One seat's answer in a stage. */
export interface Delivered<Value> {
  readonly seat: string;
  readonly value: Value;
}

/** The seats at the table. A seat that failed is asked nothing more, and once the budget is spent nobody is; what was delivered stays. */
export interface Session {
  readonly present: () => readonly PlanSeat[];
  readonly failures: () => readonly Failure[];
  /** At which stage the budget ended the debate; null while it goes on. */
  readonly stopped: () => Failure | null;
  /** Puts a question to one seat; undefined where it has no answer. */
  readonly ask: <Value>(stage: StageName, seat: PlanSeat, question: Question<Value>) => Promise<Value | undefined>;
  /** Puts a question to each of the seats at once; answers come in seat order. */
  readonly askAll: <Value>(
    stage: StageName,
    seats: readonly PlanSeat[],
    question: Question<Value>,
  ) => Promise<Delivered<Value>[]>;
}

type Question<Value> = (seat: PlanSeat, signal: AbortSignal) => Promise<Value>;

export function openSession(seats: readonly PlanSeat[], floor: DebateContext): Session {
  const failures: Failure[] = [];
  let stopped: Failure | null = null;

  async function put<Value>(stage: StageName, seat: PlanSeat, question: Question<Value>): Promise<Value | undefined> {
    if (stopped !== null) return undefined;
    const answer = await askSeat(seat, stage, (signal) => question(seat, signal), floor);
    if (answer.status === "answered") return answer.value;
    failures.push(answer.failure);
    if (answer.budget) stopped ??= answer.failure;
    return undefined;
  }

  return {
    present: () => seats.filter(({ name }) => !failures.some(({ seat }) => seat === name)),
    failures: () => failures,
    stopped: () => stopped,
    ask: put,
    async askAll(stage, asked, question) {
      if (stopped !== null || asked.length === 0) return [];
      floor.emit({ type: "stage-start", stage, detail: asked.map(({ name }) => name).join(", ") });
      const answers = await Promise.all(
        asked.map(async (seat) => ({ seat: seat.name, value: await put(stage, seat, question) })),
      );
      return answers.flatMap(({ seat, value }) => (value === undefined ? [] : [{ seat, value }]));
    },
  };
}
