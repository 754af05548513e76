import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { debateStrategies, type FreeDebate } from "../../domain/discussion/free-debate.ts";
import { ReviewError } from "../../domain/errors.ts";
import { adjudications, topologies } from "../../domain/known-names.ts";
import { seatingVariables } from "../../panel/vendors/environment.ts";
import { debateTitle } from "../../report/discussion/facts.ts";
import { estimateText } from "../../report/estimate.ts";
import { exitCodes } from "../../review/verdict/conclusion.ts";
import { redact, secretsIn } from "../../text/redact.ts";
import type { LocalDebateOptions } from "../wiring/debate-locally.ts";
import type { CommandContext, CommandInput } from "./command-line.ts";
import { type CommandRow, commandRow } from "./command-line.ts";
import { checkOut, deliver, type FormatTable, hasColour, keepReports, readConfig, widthOf } from "./files.ts";
import { progressTo } from "./progress.ts";
import { configOption, type Formats, formatOption, how, outputOptions, topologyOption } from "./shared-options.ts";

const rules = { group: "The rules of the debate" };

/** The command that argues a free question. */
export function debateRow(formats: Formats["debate"]): CommandRow {
  return commandRow({
    name: "debate",
    summary: "argue a free question",
    about: `
Several model seats take positions alone, argue them in rounds, and vote. Code checks each quote in the repository,
decides when the debate has converged, counts the votes and adjudicates. A debate needs two model seats: install CLI
agents, or set ${seatingVariables()}.

The seats see the topic, the paths of the repository's files, the files that the topic names, and the work that differs
from the default branch. Secrets are replaced first.`,
    words: [{ name: '"TOPIC"', about: "the question to argue, in quotes" }],
    options: {
      strategy: {
        ...{ ...rules, value: "NAME", choices: debateStrategies, noun: "strategy of a debate" },
        about: "how seats argue (default: debate.strategy of the settings)",
      },
      panel: { ...rules, value: "NAMES", about: "the seats that debate, with commas (default: all seats)" },
      adjudication: {
        ...{ ...rules, value: "NAME", choices: adjudications, noun: "way to adjudicate" },
        about: "how the verdict is found (default: debate.adjudication of the settings)",
      },
      topology: topologyOption(rules),
      "min-rounds": { ...rules, value: "N", about: "rounds before the debate may end, 1 to 10 (default: 2)" },
      "max-rounds": { ...rules, value: "N", about: "rounds at most, 1 to 10 (default: debate.max-rounds)" },
      context: { ...rules, value: "TEXT", about: "what the seats should know besides the topic" },
      repo: { ...how, value: "DIR", about: "the repository (default: the current folder)" },
      config: configOption,
      estimate: { ...how, about: "print the likely cost of a debate, and ask no model" },
      format: formatOption(formats, "format of debate"),
      ...outputOptions("report", "debate"),
    },
    sections: {
      "Exit code": [
        "0  the debate was held: a verdict, or undecided, which the report says",
        "2  wrong usage or configuration",
        "3  inconclusive: fewer than two seats, or too few seats or judges were left",
      ],
      Examples: [
        'pr-debate debate "Should src/search.ts cache its results?"',
        'pr-debate debate "Split src/orders.ts?" --strategy devils-advocate',
      ],
    },
    load: async () => (input, context) => debateCommand(input, context, formats),
  });
}

type RuleOption = "topology" | "strategy" | "panel" | "adjudication" | "min-rounds" | "max-rounds" | "context";
type DebateOption = RuleOption | "repo" | "config" | "estimate" | "format" | "out" | "no-report" | "quiet";

/** `debate`: prints the debate on stdout and keeps it in `.debate/`. Without enough seats or judges to the end it is inconclusive, exit 3. */
async function debateCommand(
  input: CommandInput<DebateOption>,
  { version, env, signal }: CommandContext,
  formats: FormatTable<FreeDebate>,
): Promise<number> {
  const { words, literals, text, has, choose } = input;
  const topic = [...words, ...literals].join(" ").trim();
  if (topic === "")
    throw new ReviewError(
      "debate needs a topic, and got none.",
      'Say what to argue about, in quotes, with the paths that matter: pr-debate debate "Should src/search.ts cache?"',
    );
  const [out, quiet] = [text("out"), has("quiet")];
  await checkOut(out);
  const directory = resolve(text("repo") ?? ".");
  const rules = rulesIn(input);
  const config = await readConfig(text("config"));
  const { debateLocally, estimateDebateLocally } = await import("../wiring/debate-locally.ts");
  const secrets = secretsIn(env);
  const progress = progressTo(process.stderr, { secrets, quiet });
  const request = {
    keepsTraces: !has("no-report"),
    topic,
    directory,
    env,
    config,
    ...rules,
    emit: progress.show,
    now: () => new Date(),
  };
  if (has("estimate")) {
    const forecast = await estimateDebateLocally(request, signal).finally(progress.end);
    await deliver(redact(estimateText(forecast), secrets), { file: out, quiet });
    return forecast.seats.length > 1 ? exitCodes.passing : exitCodes.inconclusive;
  }
  const debate = await debateLocally(request, signal).finally(progress.end);
  // A signal during the last computation arrives only now; an interrupted run must not print a report.
  await nextTurn();
  signal.throwIfAborted();
  const wasHeld = debate.positions.length > 0;
  if (wasHeld && !has("no-report")) await keepReports(directory, debate, formats, { version, secrets, quiet });
  const look = { version, colour: hasColour(out, env), width: widthOf(process.stdout), secrets };
  await deliver(choose("format", formats)(debate, look), { file: out, quiet, outcome: debateTitle(debate) });
  return debate.result === "inconclusive" ? exitCodes.inconclusive : exitCodes.passing;
}

type Rules = Pick<
  LocalDebateOptions,
  "topology" | "strategy" | "panel" | "adjudication" | "minRounds" | "maxRounds" | "context"
>;

function rulesIn({ text }: CommandInput<DebateOption>): Rules {
  return {
    strategy: debateStrategies.find((name) => name === text("strategy")),
    adjudication: adjudications.find((name) => name === text("adjudication")),
    topology: topologies.find((name) => name === text("topology")),
    panel: panelIn(text("panel")),
    minRounds: roundsIn("min-rounds", text("min-rounds")),
    maxRounds: roundsIn("max-rounds", text("max-rounds")),
    context: text("context"),
  };
}

function panelIn(given: string | undefined): string[] | undefined {
  if (given === undefined) return undefined;
  const names = given.split(",").map((name) => name.trim());
  if (names.every((name) => name !== "")) return [...new Set(names)];
  throw new ReviewError(
    `--panel "${given}" has an empty name.`,
    "Write the names of seats with commas: --panel one,two.",
  );
}

function roundsIn(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,3}$/.test(given)) return Number(given);
  throw new ReviewError(`--${name} "${given}" is not a number of rounds.`, "Write a whole number from 1 to 10.");
}
