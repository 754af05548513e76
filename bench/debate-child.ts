import { setTimeout as wait } from "node:timers/promises";
import type { Finding } from "../src/domain/finding.ts";
import type { Review } from "../src/domain/review.ts";
import { promptFiles } from "../src/panel/choosing/assets.ts";
import { promptsFrom } from "../src/panel/prompts/prompts.ts";
import { llmAgent, requestNames } from "../src/panel/stages/index.ts";
import { assembleProvider } from "../src/panel/vendors/calls/assemble.ts";
import { budgetLedger } from "../src/panel/vendors/calls/budget.ts";
import { fileJournal } from "../src/panel/vendors/calls/file-journal.ts";
import type { JournalStore } from "../src/panel/vendors/calls/journal.ts";
import { seatsFrom } from "../src/panel/vendors/seats.ts";
import { review } from "../src/review/review.ts";
import { defaultSettings } from "../src/settings/settings.ts";
import { type ChangeSpec, changeOf, contentsOf } from "./debate-change.ts";

/** What a child process is to run: `atOnce` reviews of each change in turn; later changes are later pushes of the same pull request. */
export interface Order {
  readonly url: string;
  readonly openAiUrl: string;
  readonly changes: readonly ChangeSpec[];
  readonly atOnce: number;
  readonly journal: string | null;
  /** Load the vendors' libraries before the clock starts. */
  readonly preload: boolean;
}

/** One change's reviews. Times are milliseconds; `cpuMs` is this process's, `peakMegabytes` its highest resident size so far. */
export interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMegabytes: number;
  /** What the providers had to say: retries, a journal that cannot be used. */
  readonly remarks: readonly string[];
  readonly reviews: readonly {
    readonly result: string;
    readonly panel: string;
    readonly failures: readonly string[];
    readonly findings: number;
    readonly hearings: number;
    readonly calls: number;
  }[];
}

const seats =
  "claude-1=anthropic:claude-opus-5-5@correctness,gpt-1=openai:gpt-6-sol@security,claude-2=anthropic:claude-sonnet-5-5@error-handling";
let remarks: string[] = [];
const prompts = promptsFrom(await promptFiles(), requestNames);
process.on("message", (order: Order) => {
  run(order).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());

async function run(order: Order): Promise<Measured[]> {
  const measured: Measured[] = [];
  let previous: readonly Finding[] = [];
  if (order.preload) await Promise.all([import("../src/panel/vendors/anthropic-client.ts"), import("openai")]);
  for (const change of order.changes) {
    remarks = [];
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const reviews = await Promise.all(Array.from({ length: order.atOnce }, () => reviewOnce(order, change, previous)));
    const { user, system } = process.cpuUsage(cpu);
    measured.push({
      wallMs: performance.now() - start,
      cpuMs: (user + system) / 1000,
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
      remarks,
      reviews: reviews.map(summaryOf),
    });
    previous = reviews[0]?.findings ?? [];
  }
  return measured;
}

/** A whole review, put together as the surfaces do; what is not there is the network to a forge and the offline seats. */
async function reviewOnce(order: Order, change: ChangeSpec, previous: readonly Finding[]): Promise<Review> {
  const env = {
    PR_DEBATE_SEATS: seats,
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: order.url,
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: order.openAiUrl,
  };
  const { seats: specs } = seatsFrom({ settingsSeats: null, env, detect: () => false });
  const settings = { ...defaultSettings, budget: { ...defaultSettings.budget, calls: 1000, tokens: 1e9, usd: 1e6 } };
  const ledger = budgetLedger(settings.budget);
  const store: JournalStore | null =
    order.journal === null ? null : fileJournal({ directory: order.journal, secret: "bench" });
  const deadline = performance.now() + 600_000;
  const parts = {
    ledger,
    retry: {
      wait: (ms: number, signal: AbortSignal) => wait<void>(ms, undefined, { signal }),
      random: Math.random,
      now: () => performance.now(),
      deadline: () => deadline,
    },
    journal: store === null ? null : { store, attempt: 1 },
    prices: {},
    onNote: (text: string) => remarks.push(text),
  };
  const { strategy } = settings.debate;
  const { language, platforms } = settings.review;
  return review(
    {
      source: { fetch: async () => changeOf(change), contents: async () => contentsOf(change) },
      setTable: async () => ({
        settings,
        quorum: 2,
        notes: [],
        instructions: [],
        guide: "",
        costOf: () => 0,
        allowBatches: () => undefined,
        callsLeft: ledger.callsLeft,
        usage: () => ledger.usage(specs.map(({ name }) => name)),
        tokens: () => new Map(),
        seatsFor: (mask) =>
          specs.map((spec) => {
            const { name, provider, model, persona, structuredOutput } = spec;
            const style = { prompts, strategy, language, platforms, mask, maxOutputTokens: 8_000, structuredOutput };
            const agent = llmAgent({ seat: { name, persona }, provider: assembleProvider(spec, parts), ...style });
            return { name, provider, model, persona, counted: true, agent };
          }),
      }),
      secrets: { scan: async () => [], scanText: async () => [] },
      previous,
      now: () => new Date(),
      emit: () => undefined,
    },
    AbortSignal.timeout(600_000),
  );
}

function summaryOf({ result, panel, findings, hearings, usage }: Review): Measured["reviews"][number] {
  return {
    result,
    panel: panel.state,
    failures: panel.seats.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`])),
    findings: findings.length,
    hearings: hearings.length,
    calls: usage.calls,
  };
}
