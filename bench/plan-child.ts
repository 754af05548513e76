import { baseFiles } from "../src/code/git/base-files.ts";
import type { Plan } from "../src/domain/plan.ts";
import { planTable } from "../src/panel/choosing/question-table.ts";
import type { PlanSetup } from "../src/panel/choosing/setups.ts";
import { plan } from "../src/question/plan/plan.ts";
import { defaultSettings } from "../src/settings/settings.ts";

/** What a child process is to run: one plan after the other, each with so many jurors. */
export interface PlanOrder {
  readonly url: string;
  readonly openAiUrl: string;
  readonly juries: readonly number[];
}

export interface MeasuredPlan {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly result: string;
  readonly failures: readonly string[];
  readonly jurors: number;
}

const seats =
  "one=anthropic:claude-opus-5-5@correctness,two=openai:gpt-6-sol@security,three=anthropic:claude-sonnet-5-5@tests";

process.on("message", (order: PlanOrder) => {
  run(order).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());

/** Whole plans as the command line makes them, without git and without the scan for secrets; libraries and prompts are loaded before the clock starts. */
async function run(order: PlanOrder): Promise<MeasuredPlan[]> {
  await Promise.all([import("../src/panel/vendors/anthropic-client.ts"), import("openai")]);
  const measured: MeasuredPlan[] = [];
  for (const jury of order.juries) {
    const table = await tableOf(order, jury);
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const { result, failures, jury: held } = await planOnce(table);
    const { user, system } = process.cpuUsage(cpu);
    const reasons = failures.map(({ seat, reason }) => `${seat}: ${reason}`);
    const jurors = held?.jurors.length ?? 0;
    measured.push({
      wallMs: performance.now() - start,
      cpuMs: (user + system) / 1000,
      result,
      failures: reasons,
      jurors,
    });
  }
  return measured;
}

function tableOf({ url, openAiUrl }: PlanOrder, jury: number): Promise<PlanSetup> {
  const env = {
    PR_DEBATE_SEATS: seats,
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: openAiUrl,
  };
  const settings = { ...defaultSettings, plan: { ...defaultSettings.plan, jury } };
  const files = baseFiles({ directory: ".", env, revision: null });
  const seating = { env, directory: ".", offline: false, detectsPrograms: false, journal: null, emit: () => undefined };
  return planTable(
    { files, settings, notes: [], ...seating, subject: { change: null, named: [] } },
    AbortSignal.timeout(600_000),
  );
}

function planOnce(table: PlanSetup): Promise<Plan> {
  return plan(
    {
      question: "How do we rate-limit src/search.ts?",
      source: {
        survey: async () => ({ paths: ["src/search.ts"], change: null, thread: null }),
        texts: async () => new Map([["src/search.ts", "export const search = database;\n"]]),
      },
      setTable: async () => table,
      secrets: { scan: async () => [], scanText: async () => [] },
      now: () => new Date(),
      emit: () => undefined,
    },
    AbortSignal.timeout(600_000),
  );
}
