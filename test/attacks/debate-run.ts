import { rmSync } from "node:fs";
import { join } from "node:path";
import { Review } from "../../src/domain/review.ts";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { type Fault, type ModelCall, startModelServer } from "../support/model-server.ts";
import { runCli } from "../surfaces/cli/run-cli.ts";

/** What a model answers, by stage; a stage it lacks is answered as `honest` does. */
export type Model = Readonly<Partial<Record<string, (call: ModelCall) => string | object>>>;

/** The defect that every change of these tests has: a P0 that somebody wants to get past the review. */
export const planted = {
  severity: "P0",
  category: "data-loss",
  title: "Cancelling one order deletes the orders of others",
  detail: "The match is by prefix: cancelling order 1 deletes 10 to 19 too.",
  path: "src/orders.rb",
  line: 5,
  quote: "orders.delete_if { |order| order.id.start_with?(id) }",
  failurePath: "cancel(orders, '1') with orders 1 and 12 → delete_if matches both → order 12 is lost",
  fix: "Compare with `==`.",
};

export const otherLine = 'logger.info("cancelled")';
const base = `class Shop\n  # One order, by its id.\n  def cancel(orders, id)\n    ${otherLine}\n    orders.delete_if { |order| order.id == id }\n  end\nend\n`;
export const attacked = base.replace("orders.delete_if { |order| order.id == id }", planted.quote);

/** Finds the defect, agrees, upholds, words what it is given. */
export const honest = {
  propose: ({ batch }: ModelCall) => proposing(...(batch.includes(planted.quote) ? [planted] : [])),
  ballot: ({ items }: ModelCall) => ({
    votes: items.map(({ id }) => ({ id, verdict: "agree", reason: "A prefix matches more than one order." })),
    missed: [],
  }),
  refute: () => ({ argument: "I looked for a guard before the call and found none.", concede: true, evidence: [] }),
  defend: () => ({
    argument: "The block matches by prefix, so more than one order goes.",
    concede: false,
    evidence: [],
  }),
  judge: () => ({ ruling: "upheld", reason: "The prefix match is there.", evidence: [] }),
  compose: ({ items }: ModelCall) => ({
    summary: "One change to how orders are cancelled.",
    items: items.map(({ id, title, detail }) => ({ id, title, body: detail })),
  }),
  validate: ({ items }: ModelCall) => ({
    items: items.map(({ id }) => ({ id, verdict: "approve", reason: "As the code." })),
  }),
};

export function proposing(...findings: readonly object[]): object {
  return { findings, residualRisks: [], openQuestions: [] };
}

/** A repository on the branch `topic`, one commit ahead of `main` with the planted defect. `settings` are committed to the base. */
export function attackedRepository(settings = ""): GitRepository {
  const repository = gitRepository();
  if (settings !== "") repository.write(".github/pr-debate.yml", settings);
  repository.write(planted.path, base);
  repository.commit("a shop");
  repository.git("switch", "-q", "-c", "topic");
  repository.write(planted.path, attacked);
  repository.commit("cancel orders");
  return repository;
}

// Split so that no scanner takes them for a leak.
export const keys = { anthropic: `sk${"-ant-"}${"qT7".repeat(12)}`, openai: `gateway-${"Zk4".repeat(9)}` };
const threeSeats =
  "ada=anthropic:claude-opus-5-5@correctness,bob=openai:gpt-6-sol@security,cyd=anthropic:claude-sonnet-5-5@error-handling";

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly ModelCall[];
  /** Of `--format json`. */
  readonly review: () => Review;
}

export interface RunOptions {
  readonly models?: Readonly<Record<string, Model>>;
  readonly fault?: (call: ModelCall) => Fault | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly format?: string;
  /** How the program runs; without it in this process. */
  readonly run?: typeof runCli;
  /** Replays what earlier runs in this repository were answered. */
  readonly keepJournal?: boolean;
}

/** The real command line over real HTTP, against stand-ins for the vendors' servers; the seats are ada, bob and cyd. */
export async function debateRun(repository: GitRepository, options: RunOptions = {}): Promise<Run> {
  const { models = {}, fault, env = {}, args = ["main..HEAD", "--no-report"], format = "json" } = options;
  const { run = runCli } = options;
  if (options.keepJournal !== true) rmSync(join(repository.path, ".debate"), { recursive: true, force: true });
  const server = await startModelServer(
    (call) => {
      const answer =
        models[call.seat]?.[call.stage] ?? Object.entries(honest).find(([stage]) => stage === call.stage)?.[1];
      return answer === undefined ? "" : answer(call);
    },
    fault === undefined ? {} : { fault },
  );
  try {
    const outcome = await run(repository, ["review", "--effort", "standard", ...args, "--format", format], {
      withModels: true,
      env: {
        ANTHROPIC_API_KEY: keys.anthropic,
        ANTHROPIC_BASE_URL: server.url,
        OPENAI_API_KEY: keys.openai,
        OPENAI_BASE_URL: server.openAiUrl,
        PR_DEBATE_SEATS: threeSeats,
        ...env,
      },
    });
    return { ...outcome, calls: server.calls, review: () => readReview(outcome.stdout, outcome.stderr) };
  } finally {
    await server.close();
  }
}

function readReview(stdout: string, stderr: string): Review {
  if (stdout === "") throw new Error(`no report: ${stderr}`);
  return Review.parse(JSON.parse(stdout));
}
