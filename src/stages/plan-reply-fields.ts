import { z } from "zod";
import type { criteria } from "../domain/plan.ts";
import { cutCharacters } from "../text/text.ts";
import { Id, OptionalText, Remarks, Text } from "./reply-fields.ts";
import { inAnySpelling } from "./reply-forms.ts";

const longestTitle = 200;
const longestPhase = 80;
const longestPath = 300;
const mostNames = 20;

/** Texts of a list that are names: a broken or endless one is left out, for what is cut names something else. */
const Names = z
  .array(z.string().trim().min(1).max(longestPath).nullable().catch(null))
  .nullish()
  .catch(null)
  .transform((names) => (names ?? []).flatMap((name) => name ?? []).slice(0, mostNames));
const Title = z
  .string()
  .trim()
  .min(1)
  .transform((title) => cutCharacters(title, longestTitle));
const Phase = z
  .string()
  .nullish()
  .catch(null)
  .transform((phase) => cutCharacters((phase ?? "").trim(), longestPhase) || "Steps");

export const StepReply = z.object({
  phase: Phase,
  title: Title,
  description: OptionalText.transform((text) => text ?? ""),
  files: Names,
  dependencies: Names,
});

/** A verdict that we do not know is an abstention, never an agreement. */
export const StepVoteReply = z.object({
  id: Id,
  verdict: z.enum(["agree", "disagree", "modify"]).or(z.literal("abstain")).catch("abstain"),
  reason: OptionalText.transform((text) => text ?? ""),
  change: OptionalText,
});

export const ConcessionReply = z.object({ id: Id, reason: OptionalText.transform((text) => text ?? "") });

export const StepWordingReply = z.object({ id: Id, phase: Phase, title: Title, description: Text });

/** A list that may be missing; its items are looked at one by one. */
export const Anythings = z.array(z.unknown()).nullish().catch(null);

export const OpeningReply = inAnySpelling({
  summary: OptionalText,
  risks: Remarks,
  openQuestions: Remarks,
  assumptions: Remarks,
});
export const CompositionReply = inAnySpelling({ summary: Text, risks: Remarks, openQuestions: Remarks });
export const AssumptionsReply = z.object({ premises: z.array(z.unknown()).transform(remarks), concessions: Anythings });
export const ClosingReply = z.object({ position: Text.pipe(z.string().min(1)), concessions: Anythings });

const Points = z.number().min(0).max(20);
const CriteriaReply = z.object({
  clarity: Points,
  consistency: Points,
  strength: Points,
  rebuttal: Points,
  realism: Points,
  synthesis: Points,
} satisfies Record<(typeof criteria)[number], typeof Points>);
export const JuryReply = z.object({
  scores: z.object({ X: CriteriaReply, Y: CriteriaReply }),
  winner: z.enum(["X", "Y", "tie"]),
  reason: OptionalText.transform((text) => text ?? ""),
});

function remarks(given: unknown[]): string[] {
  return Remarks.parse(given);
}
