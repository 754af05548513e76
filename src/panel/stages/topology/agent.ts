import type { AgentTask } from "../../../domain/views.ts";
import { envelope, render, speech } from "../../../text/shown.ts";
import type { LlmOptions } from "../stage.ts";

/** The most characters of each part of an agent's request: instructions, task and files never take room from each other. */
export const longestPart = 8_000;
/** A name or a word of ours before a part. */
const longestLabel = 100;

/** The task of an agent as instructions in `part`. A lead is a model that read untrusted texts, so its words are data like those of any other. */
export function agentTexts(agent: AgentTask | undefined, part: string, { mask }: LlmOptions): string[] {
  if (agent === undefined) return [];
  const { name, instructions, task, files = [] } = agent;
  const named = files.length === 0 ? [] : [`Files: ${files.join(", ")}`];
  const parts = [`${name}: ${instructions}`, `Task: ${task}`, ...named];
  const text = parts.map((one) => speech(one, mask, longestPart + longestLabel)).join("\n>\n");
  return [render(part, { task: envelope("task", text) })];
}

/** The first of the files that fit into a request, each whole. */
export function filesWithin(files: readonly string[]): string[] {
  let length = 0;
  const end = files.findIndex((file) => {
    length += file.length + ", ".length;
    return length > longestPart;
  });
  return end === -1 ? [...files] : files.slice(0, end);
}
