import { safeJson } from "../../report/json.ts";
import { withoutCommands } from "../../report/report.ts";
import { redact, redactAll, secretsIn } from "../../text/redact.ts";
import { visible } from "../../text/text.ts";
import type { CommandContext } from "../command-line.ts";

/** Lines for people or a log: no secret, no escape and no command of a runner reaches the terminal. */
export function printLines(lines: readonly string[], env: CommandContext["env"]): void {
  const secrets = secretsIn(env);
  process.stdout.write(lines.map((line) => `${withoutCommands(visible(redact(line, secrets)))}\n`).join(""));
}

/** One JSON document for a program. */
export function printJson(value: object, env: CommandContext["env"]): void {
  process.stdout.write(safeJson(redactAll(value, secretsIn(env))));
}
