import { envelope, render, shown, shownPath, speech } from "../prompts/shown.ts";
import type { Labelled } from "./labels.ts";
import type { LlmOptions } from "./stage.ts";

/** Failure path and fix of the items, which the frozen form of an item has no field for; nothing where no item has any. */
export function raisedWith(items: readonly Labelled[], { prompts, mask }: LlmOptions): string[] {
  const notes = items.flatMap(({ label, finding: { failurePath, fix } }) => {
    const lines = [...(failurePath ? [`Failure path: ${failurePath}`] : []), ...(fix ? [`Fix: ${fix}`] : [])];
    return lines.length === 0 ? [] : [`${label}:\n${envelope("claim", speech(lines.join("\n"), mask))}`];
  });
  return notes.length === 0 ? [] : [render(prompts.parts.raised, { raised: notes.join("\n\n") })];
}

/** Numbered code of a finding's file, in an envelope. */
export function excerptOf(path: string, excerpt: string, { mask }: LlmOptions): string {
  const code = excerpt === "" ? "(this code could not be had)" : shown(excerpt, mask);
  return envelope("code", `path: ${shownPath(path, mask)}\n\n${code}`);
}
