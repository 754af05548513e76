import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ReviewError } from "../domain/errors.ts";
import { meant } from "../domain/known-names.ts";
import { estimateText } from "../report/estimate.ts";
import { planReports } from "../report/index.ts";
import { redact, secretsIn } from "../text/text.ts";
import { exitCodes } from "../verdict/exit-code.ts";
import type { CommandContext } from "./command-line.ts";
import { checkOut, deliver, hasColour, keepReports, keptPlan, readConfig, widthOf } from "./files.ts";
import { progressTo } from "./progress.ts";
import { readOptions } from "./read-options.ts";

/** `plan`: prints the plan on stdout and keeps it in `.debate/`; where there is none, exit 3 and a report that says why. */
export async function planCommand(args: readonly string[], { version, env, signal }: CommandContext): Promise<number> {
  const { question, format, out, quiet = false, ...options } = readPlanOptions(args);
  await checkOut(out);
  const directory = resolve(options.repo ?? ".");
  const config = await readConfig(options.config);
  const { planLocally, estimatePlanLocally } = await import("../main/plan-locally.ts");
  const secrets = secretsIn(env);
  const progress = progressTo(process.stderr, { secrets, quiet });
  const request = { question, directory, env, config, emit: progress.show, now: () => new Date() };
  if (options.estimate) {
    const forecast = await estimatePlanLocally(request, signal).finally(progress.end);
    await deliver(redact(estimateText(forecast), secrets), { file: out, quiet });
    return forecast.seats.length > 0 ? exitCodes.passing : exitCodes.inconclusive;
  }
  const plan = await planLocally(request, signal).finally(progress.end);
  // An interruption during the last computation is heard only now; it must not end in a report.
  await nextTurn();
  signal.throwIfAborted();
  const isPlanned = plan.result !== "failed";
  if (isPlanned && !options["no-report"]) await keepReports(directory, keptPlan(plan, { version, secrets }), { quiet });
  const look = { version, colour: hasColour(out, env), width: widthOf(process.stdout), secrets };
  await deliver(planReports[format](plan, look), { file: out, quiet });
  return isPlanned ? exitCodes.passing : exitCodes.inconclusive;
}

function readPlanOptions(args: readonly string[]) {
  const { values, positionals } = readOptions("plan", args, {
    repo: { type: "string" },
    config: { type: "string" },
    estimate: { type: "boolean" },
    format: { type: "string" },
    out: { type: "string" },
    "no-report": { type: "boolean" },
    quiet: { type: "boolean" },
  });
  const question = positionals.join(" ").trim();
  const { format = "text" } = values;
  const formats = Object.keys(planReports);
  if (question === "")
    throw usage(
      "plan needs a question, and got none.",
      'Say what to plan, in quotes, with the paths that matter: pr-debate plan "How do we cache src/search.ts?"',
    );
  if (!isFormat(format))
    throw usage(
      `"${format}" is not a format of plan.`,
      `Choose one of ${formats.join(", ")}.${meant(format, formats)}`,
    );
  return { ...values, question, format };
}

function usage(message: string, hint: string): ReviewError {
  return new ReviewError(message, hint);
}

function isFormat(name: string): name is keyof typeof planReports {
  return Object.hasOwn(planReports, name);
}
