import { ReviewError } from "../domain/errors.ts";
import { replayFile } from "../main/replay-kept.ts";
import { replayReports } from "../replay/render.ts";
import { redact, secretsIn } from "../text/redact.ts";
import { exitCodeOf } from "../verdict/conclusion.ts";
import type { CommandContext, CommandInput } from "./command-line.ts";
import { deliver, readConfig } from "./files.ts";

/** `replay`: prints what would change, and exits like the review would. */
export async function replayCommand(
  { words, literals, text, choose }: CommandInput<"config" | "format">,
  { env }: CommandContext,
): Promise<number> {
  const [file] = [...words, ...literals];
  if (file === undefined)
    throw new ReviewError("replay needs a file, and got none.", "Name the .json file of a kept review in .debate.");
  const replay = await replayFile(file, await readConfig(text("config")));
  const report = choose("format", replayReports)(replay, file);
  await deliver(redact(report, secretsIn(env)), { file: undefined, quiet: true });
  return exitCodeOf(replay.after);
}
