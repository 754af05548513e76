import { z } from "zod";
import type { JuryBallot, StepDraft } from "../domain/plan.ts";
import type { Opening } from "../domain/plan-answers.ts";
import {
  Anythings,
  AssumptionsReply,
  ClosingReply,
  CompositionReply,
  ConcessionReply,
  JuryReply,
  OpeningReply,
  StepReply,
  StepVoteReply,
  StepWordingReply,
} from "./plan-reply-fields.ts";
import { type Reading, readList, readObject, salvage } from "./reply-list.ts";

/** Replies of the plan stages (design §12). Every `id` is still the request's label. */
export interface RebuttalReply {
  readonly votes: readonly z.infer<typeof StepVoteReply>[];
  readonly missing: readonly StepDraft[];
  readonly dropped: readonly string[];
}
const RebuttalFields = z.object({ missing: Anythings });
type Conceded = readonly z.infer<typeof ConcessionReply>[];

export function readOpening(answer: string): Reading<Opening> {
  return readList(answer, "steps", StepReply, (steps, dropped, reply) => {
    const { summary, ...lists } = OpeningReply.parse(reply);
    return { summary: summary ?? "", steps, dropped, ...lists };
  });
}

export function readRebuttal(answer: string): Reading<RebuttalReply> {
  return readList(answer, "votes", StepVoteReply, (votes, dropped, reply) => {
    const { missing } = RebuttalFields.parse(reply);
    const steps = salvage(missing ?? [], "missing", StepReply);
    return { votes, missing: steps.items, dropped: [...dropped, ...steps.dropped] };
  });
}

export function readAssumptions(answer: string): Reading<{ premises: readonly string[]; concessions: Conceded }> {
  return readObject(answer, AssumptionsReply, ({ premises, concessions }) => ({
    premises,
    concessions: conceded(concessions),
  }));
}

export function readClosing(answer: string): Reading<{ position: string; concessions: Conceded }> {
  return readObject(answer, ClosingReply, ({ position, concessions }) => ({
    position,
    concessions: conceded(concessions),
  }));
}

export function readPlanComposition(answer: string) {
  const rest = readObject(answer, CompositionReply, (reply) => reply);
  if (!rest.ok) return rest;
  return readList(answer, "steps", StepWordingReply, (steps) => ({ ...rest.value, steps }));
}

export function readJuryBallot(answer: string): Reading<JuryBallot> {
  return readObject(answer, JuryReply, (ballot) => ballot);
}

function conceded(given: readonly unknown[] | null | undefined): Conceded {
  return salvage(given ?? [], "concessions", ConcessionReply).items;
}
