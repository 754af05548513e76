import type { CommandContext } from "../command-line.ts";

/** Whether this is a run of continuous integration, where no person sits at the screen. */
export function isCi(env: CommandContext["env"]): boolean {
  return !["", "false", "0"].includes(env["CI"]?.trim().toLowerCase() ?? "");
}
