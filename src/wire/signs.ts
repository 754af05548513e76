import type { CommentGiven } from "../domain/run.ts";
import type { GitHub } from "../github/client.ts";
import { react } from "../github/reactions.ts";
import type { CommandOptions } from "./obey.ts";

export async function sign(
  github: GitHub,
  given: CommentGiven,
  content: "eyes" | "-1" | "+1",
  options: CommandOptions,
  signal: AbortSignal,
): Promise<void> {
  await courteously(() => react(github, given, content, signal), options, signal);
}

/** That a comment cannot be answered stops nothing. */
export async function courteously(
  write: () => Promise<void>,
  { emit }: CommandOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (signal.aborted) throw error;
    emit({ type: "note", text: "The comment could not be answered: the token may not write to it." });
  }
}
