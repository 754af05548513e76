import type { Alternative, Dissent, JudgedStep, Plan } from "../../domain/plan.ts";
import { TopologyReport } from "../../domain/topology/topology-report.ts";
import { amounts, safeJson } from "../json.ts";
import { modelsThatJudged } from "./facts.ts";

/** The public form of a plan, built field by field, so that an internal field is not published by accident. */
export function planJson(plan: Plan): string {
  return safeJson(publicPlan(plan));
}

/** The same as data. */
export function publicPlan(plan: Plan): object {
  const { kind, result, reason, question, summary, phases, alternatives, risks, openQuestions, assumptions } = plan;
  const { positions, scores, winner, composedBy, jury, confidence, panel, failures, notes, context, usage } = plan;
  return {
    version: 1,
    ...{ kind, result, reason, question, summary },
    phases: phases.map(({ title, steps }) => ({ title, steps: steps.map(stepFields) })),
    alternatives: alternatives.map(alternativeFields),
    ...{ risks, openQuestions },
    assumptions: assumptions.map(({ text, seats }) => ({ text, seats })),
    positions: positions.map(({ seat, position }) => ({ seat, position })),
    scores: scores.map(({ seat, clarity, completeness, feasibility, consensus, total }) => {
      return { seat, clarity, completeness, feasibility, consensus, total };
    }),
    ...{ winner, composedBy },
    jury: jury === null ? null : juryFields(jury),
    confidence,
    ...(plan.topology === undefined ? {} : { topology: TopologyReport.parse(plan.topology) }),
    metrics: plan.metrics,
    panel: {
      state: panel.state,
      seats: panel.seats.map(({ name, provider, model, servedModel, persona, counted, healthy, failure }) => {
        return { name, provider, model, servedModel, persona, counted, healthy, failure };
      }),
    },
    failures: failures.map(({ seat, step, reason: because }) => ({ seat, step, reason: because })),
    ...{ notes, context },
    usage: { ...amounts(usage), seats: usage.seats.map((seat) => ({ name: seat.name, ...amounts(seat) })) },
    startedAt: plan.startedAt,
    finishedAt: plan.finishedAt,
  };
}

function stepFields(step: JudgedStep): object {
  const { id, phase, title, description, files, dependsOn, needs, raisedBy, alsoProposed, backedBy } = step;
  return {
    ...{ id, phase, title, description, files, dependsOn, needs, raisedBy, backedBy },
    dissent: step.dissent.map(dissentFields),
    agreement: step.agreement,
    alsoProposed: alsoProposed.map((other) => ({
      seat: other.seat,
      title: other.title,
      description: other.description,
    })),
  };
}

function alternativeFields(alternative: Alternative): object {
  return { ...stepFields(alternative), because: alternative.because };
}

function dissentFields({ seat, kind, reason, change }: Dissent): object {
  return { seat, kind, reason, change };
}

function juryFields({ sides, verdict, because, jurors }: NonNullable<Plan["jury"]>): object {
  return {
    ...{ sides, verdict, because },
    models: modelsThatJudged(jurors),
    jurors: jurors.map((juror) => {
      return {
        seat: juror.seat,
        model: juror.model,
        servedModel: juror.servedModel,
        verdict: juror.verdict,
        state: juror.state,
        reason: juror.reason,
        totals: juror.totals.map((sides) => sides.map(({ seat, points }) => ({ seat, points }))),
      };
    }),
  };
}
