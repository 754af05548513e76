import { type ActionRun, runAction } from "./action-run.ts";
import type { Viewer } from "./github-server/answer.ts";
import { addCommit, type CheckRun, type Files, type Pull, type World } from "./github-server/world.ts";
import { type GitHubServer, type Request, startGitHub } from "./github-server.ts";
import {
  type Handler,
  type ModelCall,
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from "./model-server.ts";

/** One pull request on a stand-in, and runs of the built Action on it. */
export interface Scenario {
  readonly github: GitHubServer;
  readonly pull: Pull;
  /** A new head for the pull request. */
  readonly push: (files: Files, message?: string) => string;
  readonly run: (options?: RunOptions) => Promise<ActionRun>;
  readonly close: () => Promise<void>;
}

export interface RunOptions {
  readonly event?: string;
  readonly payload?: object;
  readonly viewer?: Partial<Viewer>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly models?: ModelServer;
  readonly env?: Readonly<Record<string, string>>;
  readonly prepare?: (workspace: string) => void;
  readonly onStart?: Parameters<typeof runAction>[0]["onStart"];
}

export interface Start {
  readonly repo?: string;
  readonly number?: number;
  readonly base: Files;
  readonly head: Files;
  /** Git's modes, where they are not those of an ordinary file. */
  readonly modes?: { readonly base?: Files; readonly head?: Files };
  readonly draft?: boolean;
  readonly title?: string;
  readonly headRepo?: string | null;
}

export async function startScenario(start: Start): Promise<Scenario> {
  const github = await startGitHub(start.repo);
  const { world } = github;
  const pull = addPull(world, start);
  return {
    github,
    pull,
    push: (files, message = "more") => {
      pull.head.sha = addCommit(world, files, [pull.head.sha], message);
      return pull.head.sha;
    },
    run: (options = {}) => runOn(github, pull, options),
    close: github.close,
  };
}

/** An open pull request with two commits of its own. */
export function addPull(world: World, start: Omit<Start, "repo">): Pull {
  const { base, head, modes = {}, draft = false, number = 7, title = "A change", headRepo = world.repo } = start;
  const baseSha = addCommit(world, base, [], "base", modes.base);
  const headSha = addCommit(world, head, [baseSha], "head", modes.head);
  const pull: Pull = {
    number,
    isOpen: true,
    isDraft: draft,
    title,
    body: "",
    author: "ann",
    labels: [],
    base: { ref: "main", sha: baseSha },
    head: { ref: number === 7 ? "topic" : `topic-${number}`, sha: headSha, repo: headRepo },
  };
  world.pulls.set(number, pull);
  world.defaultBranch = { ...pull.base };
  return pull;
}

async function runOn(github: GitHubServer, pull: Pull, options: RunOptions): Promise<ActionRun> {
  const { event = "pull_request", viewer, inputs = {}, models, env = {}, prepare, onStart } = options;
  const payload = options.payload ?? {
    action: "synchronize",
    repository: { full_name: github.world.repo },
    pull_request: { number: pull.number, head: { sha: pull.head.sha } },
  };
  const keys = models === undefined ? {} : modelInputs(models);
  return runAction({
    github,
    token: github.token(viewer),
    event,
    payload,
    inputs: { ...keys, ...inputs },
    env,
    ...(prepare === undefined ? {} : { prepare }),
    ...(onStart === undefined ? {} : { onStart }),
  });
}

function modelInputs(models: ModelServer): Record<string, string> {
  return {
    "anthropic-api-key": "stand-in-a",
    "anthropic-base-url": models.url,
    "openai-api-key": "stand-in-o",
    "openai-base-url": models.openAiUrl,
    seats: "one=anthropic:claude-opus-5-5,two=openai:gpt-6-sol,three=openai:gpt-5.6-sol",
  };
}

/** Models that all raise what `find` finds in their batch and agree with everything they are asked. */
export async function startReviewers(
  find: (batch: string, call: ModelCall) => readonly object[],
  {
    before,
    hear,
    vote,
    cast,
    ...options
  }: ModelServerOptions & {
    readonly before?: (call: ModelCall) => Promise<void>;
    /** What is said in a hearing, where it is not that the finding stands. */
    readonly hear?: (call: ModelCall) => object;
    /** The verdict on every ballot, where it is not that all agree. */
    readonly vote?: "abstain" | undefined;
    /** The votes of one ballot, in full. */
    readonly cast?: ((call: ModelCall) => readonly object[]) | undefined;
  } = {},
): Promise<ModelServer> {
  const handler: Handler = async (call) => {
    await before?.(call);
    if (cast !== undefined && call.stage === "ballot") return { votes: cast(call), missed: [] };
    if (vote !== undefined && call.stage === "ballot")
      return { votes: call.items.map(({ id }) => ({ id, verdict: vote, reason: "r", evidence: [] })), missed: [] };
    return hear !== undefined && ["defend", "refute", "judge"].includes(call.stage) ? hear(call) : replyTo(call, find);
  };
  return startModelServer(handler, options);
}

export function replyTo(call: ModelCall, find: Parameters<typeof startReviewers>[0]): object {
  const { stage, batch, task, items } = call;
  const ids = items.map(({ id }) => id);
  switch (stage) {
    case "propose":
      return { findings: find(batch === "" ? task : batch, call), residualRisks: [], openQuestions: [] };
    case "ballot":
      return { votes: ids.map((id) => ({ id, verdict: "agree", reason: "It does.", evidence: [] })), missed: [] };
    case "quote-again":
      return { quote: "" };
    case "compose":
      return { summary: "Read it.", items: items.map(({ id, title, detail }) => ({ id, title, body: detail })) };
    case "validate":
      return { items: ids.map((id) => ({ id, verdict: "approve", reason: "Right." })) };
    default:
      return {
        argument: "The finding stays.",
        concede: false,
        evidence: [],
        ruling: "upheld",
        reason: "The finding stays.",
      };
  }
}

/** The moment when a first review reads what changed: its check is open, and nothing is debated yet. */
export const readsChange = ({ route }: Pick<Request, "route">): boolean => route.includes("/compare/");

export function isRead({ method, route }: Pick<Request, "method" | "route">): boolean {
  return method === "GET" || /^GraphQL (?:Base|OpenPulls|OwnPosts|Texts|Thread)$/.test(route);
}

/** The requests so far but for progress, one a line. Reads between two writes may overtake each other, so they stand in alphabetical order. */
export function requestsOf({ log }: GitHubServer): string {
  const lines: string[] = [];
  let reads: string[] = [];
  for (const { method, route, status, body } of log) {
    if (isProgress(method, route, body)) continue;
    const line = `${route} → ${status === 0 ? "lost" : status}`;
    if (isRead({ method, route })) reads.push(line);
    else {
      lines.push(...reads.toSorted(), line);
      reads = [];
    }
  }
  return `${[...lines, ...reads.toSorted()].join("\n")}\n`;
}

/** How far a run is: on a busy machine a check says it once more. */
function isProgress(method: string, route: string, body: unknown): boolean {
  return (
    method === "PATCH" &&
    route.endsWith("/check-runs/{check_run_id}") &&
    !/"(?:conclusion|annotations)":/.test(JSON.stringify(body))
  );
}

/** From now on nobody can use the settings on the base. */
export function spoilSettings({ github: { world }, pull }: Scenario): void {
  const { sha } = pull.base;
  const commit = world.commits.get(sha);
  if (commit === undefined) throw new Error(`there is no commit ${sha}`);
  const files = { ...commit.files, ".github/pr-debate.yml": "version: 1\nnonsense: true\n" };
  world.commits.set(sha, { ...commit, files });
}

/** The newest check of a sha, which is the one that counts. */
export function checkOn({ world }: GitHubServer, sha: string): CheckRun | undefined {
  return world.checks.findLast(({ headSha }) => headSha === sha);
}
