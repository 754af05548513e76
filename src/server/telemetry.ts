import { type DestinationStream, type Logger, pino } from "pino";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { z } from "zod";
import { messageOf } from "../domain/errors.ts";
import type { DebateEvent } from "../domain/events.ts";
import { vendorNames } from "../panel/vendors/index.ts";
import type { CountedEnd } from "../record/memory/ledger.ts";
import { redactAll } from "../text/redact.ts";
import { plain } from "../text/text.ts";

export type Metrics = ReturnType<typeof openMetrics>;

/** Metrics for an operator. No label carries a repository, a name or a text of a tenant. */
export function openMetrics(providers = vendorNames): {
  readonly delivered: (event: string, fate: string) => void;
  readonly answered: (status: number, seconds: number) => void;
  readonly concluded: (result: string, seconds: number) => void;
  readonly called: (call: {
    provider: string;
    inputTokens: number;
    outputTokens: number;
    costUsd: number;
    replayed: boolean;
  }) => void;
  readonly planned: (result: string) => void;
  readonly failedCall: (provider: string) => void;
  readonly leftOut: () => void;
  /** Findings that were fixed, dismissed or overturned. */
  readonly ended: (ends: readonly CountedEnd[]) => void;
  readonly queue: (state: { waiting: number; oldestSeconds: number; running: number }) => void;
  readonly stuck: (checks: number) => void;
  readonly render: () => Promise<{ readonly type: string; readonly text: string }>;
} {
  const registry = new Registry();
  /** Settings of a repository may name any provider. Only those that have answered become labels. */
  const answering = new Set(providers);
  const registers = [registry];
  const named = (name: string, help: string) => ({ name: `pr_debate_${name}`, help, registers });
  const deliveries = new Counter({
    ...named("deliveries_total", "Signed webhooks by event and fate"),
    labelNames: ["event", "fate"],
  });
  const answers = new Counter({ ...named("answers_total", "Answers to webhooks by status"), labelNames: ["status"] });
  const ack = new Histogram({
    ...named("ack_seconds", "Time to answer a webhook"),
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10],
  });
  const debates = new Counter({ ...named("debates_total", "Reviews by result"), labelNames: ["result"] });
  const duration = new Histogram({
    ...named("debate_seconds", "Time of a review"),
    buckets: [1, 5, 15, 30, 60, 120, 300, 600, 1800],
  });
  const plans = new Counter({ ...named("plans_total", "Plans by result"), labelNames: ["result"] });
  const calls = new Counter({
    ...named("calls_total", "Answers of models by provider; replayed ones cost nothing"),
    labelNames: ["provider", "replayed"],
  });
  const tokens = new Counter({
    ...named("tokens_total", "Tokens by provider and direction"),
    labelNames: ["provider", "direction"],
  });
  const cost = new Counter({
    ...named("cost_usd_total", "What models cost, where a price is known"),
    labelNames: ["provider"],
  });
  const failures = new Counter({ ...named("seat_failures_total", "Failed seats"), labelNames: ["provider"] });
  const signs = new Counter(named("signs_left_out_total", "Reactions to comments left out for more important writes"));
  const ends = new Counter({
    ...named("findings_ended_total", "Findings by their end and by who raised them"),
    labelNames: ["outcome", "by"],
  });
  const waiting = new Gauge(named("queue_waiting", "Subjects that wait for a review"));
  const oldest = new Gauge(named("queue_oldest_seconds", "How long the first of them has waited"));
  const running = new Gauge(named("reviews_running", "Reviews at work in this process"));
  const stuck = new Gauge(named("stuck_checks", "Checks in progress past their deadline"));
  return {
    delivered: (event, fate) => deliveries.inc({ event, fate }),
    answered: (status, seconds) => {
      answers.inc({ status });
      ack.observe(seconds);
    },
    concluded: (result, seconds) => {
      debates.inc({ result });
      duration.observe(seconds);
    },
    planned: (result) => plans.inc({ result }),
    called: ({ provider, inputTokens, outputTokens, costUsd, replayed }) => {
      answering.add(provider);
      calls.inc({ provider, replayed: String(replayed) });
      tokens.inc({ provider, direction: "input" }, inputTokens);
      tokens.inc({ provider, direction: "output" }, outputTokens);
      cost.inc({ provider }, costUsd);
    },
    failedCall: (provider) => failures.inc({ provider: answering.has(provider) ? provider : "other" }),
    leftOut: () => signs.inc(),
    ended: (some) => {
      for (const { outcome, by } of some) ends.inc({ outcome, by });
    },
    queue: (state) => {
      waiting.set(state.waiting);
      oldest.set(state.oldestSeconds);
      running.set(state.running);
    },
    stuck: (checks) => stuck.set(checks),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

/** Counts calls to models and reactions that were skipped. */
export function countEvent(
  { called, failedCall, leftOut }: Pick<Metrics, "called" | "failedCall" | "leftOut">,
  event: DebateEvent,
): void {
  if (event.type === "left-out") leftOut();
  if (event.type === "call-end") called({ ...event, costUsd: event.costUsd ?? 0 });
  if (event.type === "seat-failure") failedCall(event.provider);
}

/** Fields first, then a sentence. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/** Writes JSON lines. Each line is redacted as a whole, so no key, token or webhook secret is in it (H77). */
export function openLog(
  level: string,
  secrets: () => readonly string[],
  out: { readonly write: (line: string) => unknown; readonly isTTY?: boolean },
): Logger {
  const form = out.isTTY === true ? readableLine : (line: string): string => line;
  const stream: DestinationStream = { write: (line) => void out.write(form(redactAll(line, secrets()))) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}

/** A line of the log for a person: time of day, level, message, then the fields. Programs get the JSON. */
function readableLine(line: string): string {
  const { time = "", level = 0, msg = "", ...fields } = LogLine.parse(JSON.parse(line));
  const told = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const word = (pino.levels.labels[level] ?? String(level)).toUpperCase().padEnd(5);
  return `${plain([time.slice(11, 19), word, msg, ...told].join(" "))}\n`;
}

const LogLine = z.looseObject({
  time: z.string().optional(),
  level: z.number().optional(),
  msg: z.string().optional(),
});

/** Acts on one item after the other. A failure is logged and does not stop the others; the next pass tries it again. */
export async function eachLogged<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
  { log, signal, named }: { readonly log: Log; readonly signal: AbortSignal; readonly named: (item: Item) => object },
): Promise<void> {
  for (const item of items) {
    if (signal.aborted) return;
    try {
      await act(item);
    } catch (error) {
      if (!signal.aborted) log.warn({ ...named(item), why: messageOf(error) }, "the reconciler failed for one item");
    }
  }
}
