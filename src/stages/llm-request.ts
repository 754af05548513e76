import type { BatchView } from "../domain/answers.ts";
import type { Platform } from "../domain/change.ts";
import type { Provider, ProviderRequest } from "../domain/provider.ts";
import { renderBatch } from "../prompts/batch.ts";
import type { Prompts } from "../prompts/prompts.ts";
import { type Hiding, render } from "../prompts/shown.ts";
import { type Item, type StepItem, type Task, taskText } from "../prompts/task.ts";
import { plain } from "../text/text.ts";
import { replySchema } from "./reply-schemas.ts";

export interface LlmOptions {
  readonly seat: { readonly name: string; readonly persona: string };
  readonly provider: Provider;
  readonly prompts: Prompts;
  readonly strategy: string;
  /** A language tag, for the texts that people read. */
  readonly language: string;
  readonly platforms: "auto" | readonly Platform[];
  readonly mask: Hiding;
  readonly maxOutputTokens: number;
  /** The vendor's schema mode; it costs the prompt cache, for each stage has another schema. */
  readonly structuredOutput: boolean;
}

/**
 * One thing that a stage asks. `view` is null where the instructions carry the code themselves. `opening` are the first texts of a request
 * that is about no batch: they take the place of system and batch.
 */
export interface Question {
  readonly stage: Task["stage"];
  readonly view: BatchView | null;
  readonly round: number;
  readonly instructions: readonly string[];
  readonly items: readonly (Item | StepItem)[];
  /** The seat's own findings, on a ballot. */
  readonly own?: readonly Item[];
  readonly opening?: { readonly system: string; readonly batch: string };
}

/**
 * The request for a question; with `problem` it asks again and says what was wrong. For one batch, every stage of a seat sends the same
 * system and batch bytes, so that the vendor's prompt cache serves all but the first.
 */
export function requestFor(options: LlmOptions, question: Question, problem: string | null): ProviderRequest {
  const { seat, prompts, mask, maxOutputTokens, structuredOutput } = options;
  const { stage, view, round, items, own } = question;
  const again = problem === null ? [] : [render(prompts.parts.again, { reason: plain(mask.hide(problem)) })];
  const { index, of } = view ?? { index: 1, of: 1 };
  const instructions = [...question.instructions, ...again];
  const { system, batch } = question.opening ?? {
    system: systemText(options),
    batch: view === null ? "" : renderBatch(view, { ...options, seat: seat.name }),
  };
  return {
    system,
    batch,
    task: taskText({ stage, seat: seat.name, round, index, of, instructions, items, own }, mask),
    maxOutputTokens,
    ...(structuredOutput ? { schema: replySchema(stage) } : {}),
  };
}

function systemText({ prompts, seat, language }: LlmOptions): string {
  return render(prompts.stages.system, { persona: personaOf(prompts, seat.persona), language });
}

export function personaOf(prompts: Prompts, name: string): string {
  const persona = prompts.personas.get(name);
  if (persona === undefined) throw new Error(`there is no persona named ${name}`);
  return persona.replace(/^#/gm, "##");
}
