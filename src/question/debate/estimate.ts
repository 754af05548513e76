import {
  type Course,
  type Estimate,
  type EstimatedPart,
  forecastOf,
  maxOutputTokens,
  partsOf,
  perCall,
  perTurn,
} from "../../domain/estimate.ts";
import type { PlanContext } from "../../domain/views.ts";
import { ledCourse, openersOf } from "../../panel/asking/by-lead.ts";
import type { DebateSetup } from "../../panel/choosing/setups.ts";
import { type DebateSeat, debateStages } from "../../panel/stages/index.ts";
import { contextTokens } from "../plan/estimate.ts";
import { preparePlan } from "../plan/prepare.ts";
import { unaskedNotes } from "./judges.ts";
import { obstacleOf } from "./outcome.ts";
import type { DebatePorts, TopicRules } from "./setup.ts";

/** Tokens of one seat's position and claims, usually and at most. */
const openings = { usual: 500, most: 1_200 };
/** The number of judges in a panel of this size. Usually two seats wrote the sides; at least one did. */
const judges = {
  usual: (seats: number): number => (seats === 2 ? 2 : seats < 5 ? 1 : 3),
  most: (seats: number): number => (seats === 2 ? 2 : seats < 4 ? 1 : 3),
};

interface Asked {
  readonly table: DebateSetup;
  readonly context: PlanContext;
  readonly seats: readonly DebateSeat[];
  readonly kept: ReadonlySet<string>;
  readonly rules: TopicRules;
  /** The judges of the settings. */
  readonly named: readonly DebateSeat[];
}

/** Reads the context of the topic and forecasts calls, tokens and cost. No seat is asked. */
export async function estimateDebate(ports: DebatePorts, signal: AbortSignal): Promise<Estimate> {
  const { table, context, mask, shown } = await preparePlan(ports, signal);
  const seats = table.seatsFor(mask);
  const rules = ports.rulesOf(table.settings);
  const before = table.keptSeatsFor?.(mask) ?? [];
  const kept = await keptOpenings(openersOf(before, rules.topology), context, signal);
  const budget = { ...table.settings.budget, calls: table.callsLeft() };
  const obstacle = seats.length === 1 ? obstacleOf(seats) : null;
  const jury = table.juryFor?.(mask) ?? [];
  const named = obstacle === null && rules.adjudication === "supreme-court" ? jury : [];
  const asked = { table, context, seats: obstacle === null ? seats : [], kept, rules, named };
  const forecast = (kind: "usual" | "most", rounds: number) => {
    const parts = partsOf(Object.values(debateStages), coursesOf(asked, kind, rounds));
    return forecastOf([...parts, ...namedJudges(asked, openings[kind])], table.costOf, budget);
  };
  return {
    subject: { kind: "debate", shown },
    seats: seats.map(({ name, view }) => (view === "tools" ? `${name} (with tools)` : name)),
    usual: forecast("usual", Math.min(rules.minRounds, rules.maxRounds)),
    most: forecast("most", rules.maxRounds),
    budget,
    kept: { answers: kept.size, of: seats.length },
    notes: [...table.notes, ...unaskedNotes(jury, rules.adjudication), ...(obstacle === null ? [] : [obstacle])],
  };
}

/** Which seats have opened on this topic before, in the same bytes. */
async function keptOpenings(
  seats: readonly DebateSeat[],
  context: PlanContext,
  signal: AbortSignal,
): Promise<Set<string>> {
  const kept = new Set<string>();
  // A seat that looks things up may read other files this time, so its kept answer does not count.
  for (const { name, agent } of seats.filter(({ view }) => view !== "tools"))
    await agent.open({ context }, signal).then(
      () => kept.add(name),
      () => signal.throwIfAborted(),
    );
  return kept;
}

/** Each judge of the settings answers once in both orders, at its own price. */
function namedJudges({ context, named }: Asked, plan: number): EstimatedPart[] {
  const all = { calls: 1, tokens: perCall.system + contextTokens(context) };
  const turns = { batch: 0, hearing: 0 };
  const course = { seats: 2, all, unanswered: all, rounds: 0, hearings: 0, turns, isWorded: false, jurors: 2, plan };
  const courses = named.map(
    ({ name, longestAnswer = maxOutputTokens }) => [name, { ...course, longestAnswer }] as const,
  );
  return partsOf([debateStages.judge], new Map(courses));
}

function coursesOf({ context, seats, kept, rules, named }: Asked, kind: "usual" | "most", rounds: number) {
  const all = { calls: 1, tokens: perCall.system + contextTokens(context) };
  const jurors = rules.adjudication === "supreme-court" && named.length === 0 ? judges[kind](seats.length) : 0;
  const shared = { seats: seats.length, all, rounds, hearings: 0, jurors, plan: openings[kind], isWorded: false };
  const courses = seats.map(({ name, view, longestAnswer = maxOutputTokens }, at) => {
    const { leadCalls, openings: asked } = ledCourse(seats, name, rules.topology, kind);
    const calls = kept.has(name) ? 0 : asked;
    const unanswered = { calls, tokens: calls * all.tokens };
    const earlier = rules.topology === "sequential" ? at * openings[kind] : 0;
    const turns = { batch: view === "tools" ? perTurn.turns : 0, hearing: 0 };
    return [name, { ...shared, unanswered, leadCalls, earlier, turns, longestAnswer } satisfies Course] as const;
  });
  return new Map<string, Course>(courses);
}
