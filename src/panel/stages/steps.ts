import { z } from "zod";
import type { RoleName } from "../../domain/discussion/constitution.ts";
import type { Concession, Step } from "../../domain/plan.ts";
import type { PlanContext, StepItem } from "../../domain/views.ts";
import { envelope, render, shuffled, speech } from "../../text/shown.ts";
import { cutCharacters } from "../../text/text.ts";
import { Id, RemarkText } from "./fields.ts";
import { type Labelled, underLabels, withRealIds } from "./labels.ts";
import { asked, inAnySpelling, sideList } from "./reply.ts";
import { type LlmOptions, strategyOf } from "./stage.ts";

const longestTitle = 200;
const longestPhase = 80;
const longestPath = 300;
const mostNames = 20;

/** Names: a broken or too long one is left out, because a cut name would mean something else. */
const Names = asked(
  z.array(z.string()),
  z
    .array(z.string().trim().min(1).max(longestPath).nullable().catch(null))
    .nullish()
    .catch(null)
    .transform((names) => (names ?? []).flatMap((name) => name ?? []).slice(0, mostNames)),
);
export const StepTitle = z
  .string()
  .trim()
  .min(1)
  .transform((title) => cutCharacters(title, longestTitle));
export const Phase = asked(
  z.string(),
  z
    .string()
    .nullish()
    .catch(null)
    .transform((phase) => cutCharacters((phase ?? "").trim(), longestPhase) || "Steps"),
);
export const StepReply = inAnySpelling({
  phase: Phase,
  title: StepTitle,
  description: RemarkText,
  files: Names,
  dependencies: Names,
});
export const ConcessionsReply = sideList("concessions", inAnySpelling({ id: Id, reason: RemarkText }));

/** `own` are ids of the seat's own steps, `said` the reasons that were given on each step, without names. */
export interface ArgueStepsRequest {
  readonly context: PlanContext;
  readonly items: readonly Step[];
  readonly own: readonly string[];
  readonly said: ReadonlyMap<string, readonly string[]>;
  /** The part that the seat argues in. */
  readonly role?: RoleName;
  /** The seat has to argue against the others. */
  readonly opposes?: boolean;
}

/** How the strategy shapes a planner's part. */
export function plannerText({ opposes = false }: { readonly opposes?: boolean }, options: LlmOptions): string {
  const { planner, opponent = planner } = strategyOf(options);
  return opposes ? opponent : planner;
}

/** Steps under labels that are valid for one request, in an order of the seat's own: neither label nor position shows who proposed one. */
export function labelledSteps(steps: readonly Step[], seat: string): Labelled<Step>[] {
  return underLabels(shuffled(steps, [seat, ...steps.map(({ id, title }) => `${id} ${title}`)].join("\n")), "S");
}

export function stepItem({
  label,
  thing: { phase, title, description, files },
}: Labelled<Pick<Step, "id" | "phase" | "title" | "description" | "files">>): StepItem {
  return { id: label, phase, title, description, files };
}

/** Remarks of others on steps, by label, each as data. */
export function remarksOn(
  items: readonly Labelled<Step>[],
  remarks: ReadonlyMap<string, readonly string[]>,
  { mask }: LlmOptions,
): string {
  const parts = items.flatMap(({ label, thing }) =>
    (remarks.get(thing.id) ?? []).map((text) => `On ${label}:\n${envelope("remark", speech(text, mask))}`),
  );
  return parts.length === 0 ? "(nothing)" : parts.join("\n\n");
}

export function saidOn(items: readonly Labelled<Step>[], { own, said }: ArgueStepsRequest, options: LlmOptions) {
  const labels = items.filter(({ thing }) => own.includes(thing.id)).map(({ label }) => label);
  return render(options.prompts.parts.planSaid, {
    own: labels.join(", ") || "none",
    said: remarksOn(items, said, options),
  });
}

export function concessionsOf(
  given: z.infer<typeof ConcessionsReply>,
  items: readonly Labelled<Step>[],
): readonly Concession[] {
  return withRealIds(given.items, items).map(({ id, reason }) => ({ step: id, reason }));
}
