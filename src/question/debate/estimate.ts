import type { Estimate } from "../../domain/estimate.ts";
import { forecastQuestion, stoodIn } from "../forecast.ts";
import { openersOf } from "../openings.ts";
import { preparePlan } from "../prepare.ts";
import { discussOn } from "./discuss.ts";
import { unaskedNotes } from "./judges.ts";
import { obstacleOf } from "./outcome.ts";
import type { DebatePorts } from "./setup.ts";

/** Reads the context of the topic and forecasts calls, tokens and cost of a debate. No model is asked. */
export async function estimateDebate(ports: DebatePorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await preparePlan(ports, signal);
  const { table, context, mask, shown } = prepared;
  const [seats, named] = [table.seatsFor(mask), table.juryFor?.(mask) ?? []];
  const { topology, adjudication, maxRounds } = ports.rulesOf(table.settings);
  const obstacle = seats.length === 1 ? obstacleOf(seats) : null;
  // Where the seats agree in the end, one of them wrote both sides, and more may judge. Of two, both judge what both wrote.
  const agreeIn = seats.length > 2 || named.length > 0 ? maxRounds : null;
  const forecast = await forecastQuestion(
    {
      ...{ seats, named, topology, costOf: table.costOf },
      // A seat that looks things up may read other files this time, so its kept answer does not count.
      openers: openersOf(table.keptSeatsFor?.(mask) ?? [], topology).filter(({ view }) => view !== "tools"),
      open: ({ agent }) => agent.open({ context }, signal),
      assume: (course) => ({ maxWords: 0, agreeIn: course === "most" ? agreeIn : null }),
      run: (standIn, emit) =>
        discussOn({ ...prepared, table: stoodIn(table, mask, standIn) }, ports.now(), { ...ports, emit }, signal),
      budget: { ...table.settings.budget, calls: table.callsLeft() },
    },
    signal,
  );
  return {
    subject: { kind: "debate", shown },
    seats: seats.map(({ name, view }) => (view === "tools" ? `${name} (with tools)` : name)),
    ...forecast,
    notes: [...table.notes, ...unaskedNotes(named, adjudication), ...(obstacle === null ? [] : [obstacle])],
  };
}
