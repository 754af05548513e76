import { readFile } from "node:fs/promises";
import type { CommandOptions } from "../commands/context.ts";
import { causedBy, messageOf, OtherRepository, ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Task } from "../domain/request.ts";
import { progressLine } from "../report/progress.ts";
import { withoutCommands } from "../report/report.ts";
import type { GitHubRunRequest, GitHubRunResult } from "../run/options.ts";
import { plain, redact, redactAll, secretsIn } from "../text/text.ts";
import { annotation, masks } from "./commands.ts";
import { type Request, readEvent, repositoryIdIn } from "./event.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { keepPlan, keepResult, logAnnotations } from "./results.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const forkRecipe =
  "This run could not write to the pull request, as on one from a fork: its result is here and in the step's conclusion. The recipe for forks in docs/action.md posts reviews there too.";

/** The Action: an event in, a review out. Resolves to the step's exit code: 1 if the conclusion is `failure` or there is none. */
export async function runAction(env: Environment, version: string, signal: AbortSignal): Promise<number> {
  // Whatever the runner must never show: every input and variable that is a key or a token.
  const secrets = secretsIn(env);
  process.stdout.write(masks(secrets));
  try {
    const inputs = readInputs(env);
    const payload = await readPayload(env);
    const request = readEvent(env["GITHUB_EVENT_NAME"] ?? "", payload);
    const repositoryId = repositoryIdIn(payload) ?? env["GITHUB_REPOSITORY_ID"];
    const shared = optionsOf(env, inputs, version, secrets, repositoryId);
    return await answer(request, shared, inputs, env, secrets, signal);
  } catch (error) {
    tellFault(error, secrets, signal);
    return 1;
  }
}

function tellFault(error: unknown, secrets: readonly string[], signal: AbortSignal): void {
  const said =
    error instanceof ReviewError
      ? `${error.message} ${error.hint}`
      : `${error instanceof OtherRepository ? "" : "stopped by a fault of its own: "}${messageOf(error)}`;
  const text = signal.aborted ? "The run was interrupted; nothing was concluded." : said;
  process.stdout.write(annotation("error", plain(redact(text, secrets)), { title: "PR Debate" }));
}

type Shared = Omit<GitHubRunRequest, "task">;

async function answer(
  request: Request,
  shared: Shared,
  inputs: Inputs,
  env: Environment,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const place = { env, reportDir: inputs.reportDir, version: shared.version, secrets };
  const tasks = await tasksOf(request, { ...shared, onPlan: (plan) => keepPlan(plan, place) }, signal);
  const { reviewOnGitHub } = await import("../run/github.ts");
  // Several tasks are pull requests with one head: what the last of them concludes knows of all, and is what the commit shows.
  let last = 0;
  let fault = 0;
  for (const task of tasks) {
    try {
      const result = await reviewOnGitHub({ ...shared, task }, signal);
      await keepResult(result, place);
      tell(redactAll(result, secrets));
      last = result.conclusion === "failure" ? 1 : 0;
    } catch (error) {
      // One pull request's fault leaves the others of the same head their review.
      if (signal.aborted) throw error;
      tellFault(error, secrets, signal);
      fault = 1;
    }
  }
  return Math.max(last, fault);
}

/** Nothing to review is said, never left silent. */
async function tasksOf(
  request: Request,
  shared: Shared & Pick<CommandOptions, "onPlan">,
  signal: AbortSignal,
): Promise<readonly Task[]> {
  if (request.kind === "review") return [request.task];
  if (request.kind === "nothing") return notice(`Nothing was reviewed: ${request.why}.`);
  const { resolvePullRequests } = await import("../run/github.ts");
  if (request.kind === "resolve") {
    const { repo, headSha } = request;
    const numbers = await resolvePullRequests(request, shared, signal);
    if (numbers.length === 0)
      return notice(`Nothing was reviewed: no open pull request has the head ${headSha} any more.`);
    return numbers.map((number) => ({ kind: "pull-request", repo, number, isExplicit: false, head: headSha }));
  }
  const { given } = request;
  const { handleComment } = await import("../commands/handle-comment.ts");
  const wish = await handleComment(given, shared, signal);
  if (wish === null) return notice("The comment is dealt with; nothing was reviewed.");
  return [{ kind: "pull-request", repo: given.repo, number: given.number, ...wish }];
}

function notice(text: string): readonly Task[] {
  process.stdout.write(annotation("notice", plain(text), { title: "PR Debate" }));
  return [];
}

function tell(result: GitHubRunResult): void {
  const { conclusion, title, notes, isReadOnly } = result;
  if (isReadOnly)
    process.stdout.write(logAnnotations(result) + annotation("notice", forkRecipe, { title: "PR Debate" }));
  for (const note of notes) process.stdout.write(annotation("warning", plain(note), { title: "PR Debate" }));
  const level = conclusion === "failure" ? "error" : "notice";
  process.stdout.write(annotation(level, plain(title), { title: `PR Debate: ${conclusion}` }));
}

function logWithout(secrets: readonly string[]): Emit {
  return (event) => {
    const line = progressLine(event, secrets);
    if (line !== null) process.stdout.write(`${withoutCommands(line)}\n`);
  };
}

function optionsOf(
  env: Environment,
  inputs: Inputs,
  version: string,
  secrets: readonly string[],
  repositoryId: string | undefined,
): Shared {
  const apiUrl = (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/+$/, "");
  const graphqlUrl = env["GITHUB_GRAPHQL_URL"] || `${apiUrl}/graphql`;
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  return {
    env: inputs.env,
    offline: false,
    detectsPrograms: false,
    github: { token: inputs.token, apiUrl, graphqlUrl, ...(repositoryId ? { repositoryId } : {}) },
    configPath: inputs.configPath,
    tighten: inputs.tighten,
    version,
    runUrl: server && repository && run ? `${server}/${repository}/actions/runs/${run}` : null,
    publish: true,
    emit: logWithout(secrets),
    now: () => new Date(),
  };
}

async function readPayload(env: Environment): Promise<unknown> {
  const path = env["GITHUB_EVENT_PATH"] ?? "";
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw causedBy(error, "The event's payload cannot be read", "Run this as a step of a GitHub workflow.");
  }
}
