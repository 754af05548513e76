import type { Plan, PlanScore } from "../domain/plan.ts";
import { openDebate } from "../review/debate.ts";
import { bestSeat } from "../review/score.ts";
import { composePlan } from "./compose.ts";
import { planConfidence } from "./confidence.ts";
import { holdJury } from "./jury.ts";
import { jurySides, materialOf, noPlan, phasesOf, planPanel, planResult, unitedPremises } from "./outcome.ts";
import { type PlanPorts, preparePlan } from "./prepare.ts";
import { planRounds } from "./rounds.ts";
import { scorePlans } from "./score.ts";
import { openSession } from "./session.ts";
import { judgeStep, splitSteps } from "./tally.ts";

/** A question becomes an argued plan: read, four rounds, count, score, word, check the wording; beside it a jury. Code decides which steps stay. */
export async function plan(ports: PlanPorts, signal: AbortSignal): Promise<Plan> {
  const { emit, now } = ports;
  const floor = openDebate(emit, signal);
  const startedAt = now();

  const { table, context, seats, changed, shown } = await preparePlan(ports, signal);
  const { settings } = table;
  const session = openSession(seats, floor);

  const debated = await planRounds(session, context, settings.plan.maxWords, emit);
  const judged = debated.steps.map((step) => judgeStep(step, debated));

  const scores = scorePlans(
    debated.openings.map(({ seat, value: opening }) => ({
      seat,
      opening,
      steps: judged.filter(({ raisedBy }) => raisedBy.includes(seat)),
    })),
    changed,
  );
  const present = session.present().map(({ name }) => name);
  const ranked = rankedBy(scores, present, table.tokens());
  const [winner = null] = ranked;
  const { kept, lost } = splitSteps(judged, winner);

  const writer = session.present().find(({ name }) => name === winner);
  const trial = { question: context.question, sides: jurySides(ranked, debated), size: settings.plan.jury, seats };
  const [composed, { jury, absent }] = await Promise.all([
    composePlan(session, context, writer, materialOf(debated, kept, winner)),
    holdJury(session, trial, emit),
  ]);

  const { phases, notes } = phasesOf(composed.steps, judged);
  const failures = [...session.failures()];
  return {
    kind: "plan",
    ...planResult({
      seats,
      openings: debated.openings,
      kept,
      failures,
      stopped: session.stopped(),
      absent,
    }),
    question: context.question,
    summary: kept.length === 0 ? noPlan : composed.summary,
    phases,
    alternatives: lost,
    risks: composed.risks,
    openQuestions: composed.openQuestions,
    assumptions: unitedPremises(debated.premises),
    positions: debated.positions,
    scores,
    winner,
    composedBy: composed.by,
    jury,
    confidence: planConfidence(
      kept,
      judged,
      seats.map(({ name }) => name),
    ),
    panel: planPanel(seats, debated.openings, failures),
    failures,
    notes: [...table.notes, ...debated.notes, ...composed.notes, ...notes],
    context: seats.length === 0 ? [] : shown,
    usage: table.usage(),
    startedAt: startedAt.toISOString(),
    finishedAt: now().toISOString(),
  };
}

/** Best first; seats that are still there before those that failed on the way. */
function rankedBy(
  scores: readonly PlanScore[],
  present: readonly string[],
  tokens: ReadonlyMap<string, number>,
): string[] {
  const rest = [...scores];
  const ranked: string[] = [];
  while (rest.length > 0) {
    const here = rest.filter(({ seat }) => present.includes(seat));
    const best = bestSeat(here.length > 0 ? here : rest, tokens);
    if (best === null) return ranked;
    ranked.push(best);
    rest.splice(
      rest.findIndex(({ seat }) => seat === best),
      1,
    );
  }
  return ranked;
}
