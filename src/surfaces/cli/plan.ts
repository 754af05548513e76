import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ReviewError } from "../../domain/errors.ts";
import type { Emit } from "../../domain/events.ts";
import { topologies } from "../../domain/known-names.ts";
import type { Plan } from "../../domain/plan.ts";
import { seatingVariables } from "../../panel/vendors/environment.ts";
import { estimateText } from "../../report/estimate.ts";
import { planTitle } from "../../report/plan/facts.ts";
import { exitCodes } from "../../review/verdict/conclusion.ts";
import { redact, secretsIn } from "../../text/redact.ts";
import type { CommandContext, CommandInput } from "./command-line.ts";
import { type CommandRow, commandRow } from "./command-line.ts";
import { checkOut, deliver, type FormatTable, hasColour, keepReports, readConfig, widthOf } from "./files.ts";
import { progressTo } from "./progress.ts";
import { type ResultOutput, refuseStream, withOutput } from "./result-output.ts";
import { configOption, type Formats, formatOption, how, outputOptions, topologyOption } from "./shared-options.ts";

export function planRow(formats: Formats["plan"]): CommandRow {
  return commandRow({
    name: "plan",
    summary: "plan an answer to a question",
    about: `
Several model seats each plan alone, judge each other's steps, name the premises of their plans, and close. The steps
with support become one plan, with the objections to it. A plan needs a model: install a CLI agent, or set
${seatingVariables()}.

The seats see the question, the paths of the repository's files, the files that the question names (write their paths),
and the work that differs from the default branch. Secrets are replaced first.`,
    words: [{ name: '"QUESTION"', about: "the question, in quotes" }],
    options: {
      repo: { ...how, value: "DIR", about: "the repository (default: the current folder)" },
      topology: topologyOption(how),
      config: { ...configOption, about: `${configOption.about}; plan.jury and plan.max-words are about plans` },
      estimate: { ...how, about: "print the likely cost of a plan, and ask no model" },
      format: formatOption(formats, "format of plan"),
      ...outputOptions("plan", "plan"),
    },
    sections: {
      "Exit code": [
        "0  there is a plan; it names missing seats and stages itself",
        "2  wrong usage or configuration",
        "3  no plan: no model seat, or none delivered",
      ],
      Examples: [
        'pr-debate plan "How do we rate-limit src/search.ts?"',
        'pr-debate plan "Split src/orders.ts" --format markdown --out plan.md',
      ],
    },
    load: async () => (input, context) => planCommand(input, context, formats),
  });
}

type PlanOption = "topology" | "repo" | "config" | "estimate" | "format" | "out" | "no-report" | "quiet";

/** `plan`: prints the plan on stdout and keeps it in `.debate/`; without one, exit 3 and a report with the reason. */
async function planCommand(
  input: CommandInput<PlanOption>,
  context: CommandContext,
  formats: FormatTable<Plan>,
): Promise<number> {
  const { text, has } = input;
  const [format, file, quiet] = [text("format"), text("out"), has("quiet")];
  await checkOut(file);
  return withOutput({ kind: "plan", format, file, quiet }, context, (output) =>
    runPlan(input, context, formats, output),
  );
}

async function runPlan(
  { words, literals, text, has, choose }: CommandInput<PlanOption>,
  { version, env, signal }: CommandContext,
  formats: FormatTable<Plan>,
  output: ResultOutput,
): Promise<number> {
  const stream = output.begin();
  const question = [...words, ...literals].join(" ").trim();
  if (question === "")
    throw new ReviewError(
      "plan needs a question, and got none.",
      'Say what to plan, in quotes, with the paths that matter: pr-debate plan "How do we cache src/search.ts?"',
    );
  const [out, quiet] = [text("out"), has("quiet")];
  const directory = resolve(text("repo") ?? ".");
  const config = await readConfig(text("config"));
  const topology = topologies.find((name) => name === text("topology"));
  const { planLocally, estimatePlanLocally } = await import("../wiring/plan-locally.ts");
  const secrets = secretsIn(env);
  const progress = progressTo(process.stderr, { secrets, quiet });
  const emit: Emit = (event) => {
    // A rule that still computes ends a moment after the interruption; the last words are already said.
    if (signal.aborted) return;
    progress.show(event);
    stream(event);
  };
  const place = { directory, env, config };
  const request = { keepsTraces: !has("no-report"), question, ...place, topology, emit, now: () => new Date() };
  if (has("estimate")) {
    refuseStream(output);
    const forecast = await estimatePlanLocally(request, signal).finally(progress.end);
    await deliver(redact(estimateText(forecast), secrets), { file: out, quiet });
    return forecast.seats.length > 0 ? exitCodes.passing : exitCodes.inconclusive;
  }
  const plan = await planLocally(request, signal).finally(progress.end);
  // A signal during the last computation arrives only now; an interrupted run must not print a report.
  await nextTurn();
  signal.throwIfAborted();
  const isPlanned = plan.result !== "failed";
  if (isPlanned && !has("no-report")) await keepReports(directory, plan, formats, { version, secrets, quiet });
  const look = { version, colour: hasColour(out, env), width: widthOf(process.stdout), secrets };
  await output.deliver(choose("format", formats)(plan, look), redact(planTitle(plan), secrets));
  return isPlanned ? exitCodes.passing : exitCodes.inconclusive;
}
