import type { Estimate } from "../../domain/estimate.ts";
import { callBudget } from "../../settings/seat-limits.ts";
import { forecastQuestion, stoodIn } from "../forecast.ts";
import { openersOf } from "../openings.ts";
import { type PlanPorts, preparePlan } from "../prepare.ts";
import { juryOutlook } from "./jury.ts";
import { planOn } from "./plan.ts";

/** Reads the context of the question and forecasts calls, tokens and cost of a plan. No model is asked. */
export async function estimatePlan(ports: PlanPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await preparePlan(ports, signal);
  const { table, context, mask, shown } = prepared;
  const { plan, budget, debate } = table.settings;
  const { maxWords } = plan;
  const [seats, named] = [table.seatsFor(mask), table.juryFor?.(mask) ?? []];
  const outlook = named.length > 0 ? "named" : juryOutlook(seats);
  const forecast = await forecastQuestion(
    {
      ...{ seats, named, topology: debate.topology, costOf: table.costOf },
      openers: openersOf(table.keptSeatsFor?.(mask) ?? [], debate.topology),
      open: ({ agent }) => agent.open({ context, maxWords }, signal),
      assume: () => ({ maxWords, agreeIn: null }),
      run: (standIn, emit) =>
        planOn({ ...prepared, table: stoodIn(table, mask, standIn) }, ports.now(), { ...ports, emit }, signal),
      budget: { ...budget, calls: callBudget(budget, { seats: seats.length + named.length }, 1) },
    },
    signal,
  );
  return {
    subject: { kind: "plan", shown },
    seats: seats.map(({ name }) => name),
    ...forecast,
    notes: [...table.notes, ...(plan.jury > 0 ? juryNotes[outlook] : [])],
  };
}

const juryNotes = {
  sure: [],
  named: [],
  possible: ["A jury sits only where one model wrote both of the two best plans: an author does not judge."],
  none: ["No jury can sit: it needs a third model, which wrote neither of the two best plans."],
} as const;
