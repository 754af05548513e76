import type { AgentTask } from "../../domain/views.ts";
import { envelope, render, speech } from "../../prompts/shown.ts";
import type { LlmOptions } from "../stage.ts";

const longestTask = 8_000;

/** The task of an agent as instructions in `part`. A lead is a model that read untrusted texts, so its words are data like those of any other. */
export function agentTexts(agent: AgentTask | undefined, part: string, { mask }: LlmOptions): string[] {
  if (agent === undefined) return [];
  const { name, instructions, task } = agent;
  const text = speech(`${name}: ${instructions}\n\n${task}`, mask, longestTask);
  return [render(part, { task: envelope("task", text) })];
}
