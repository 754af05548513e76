import { messageOf, ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Plan } from "../domain/plan.ts";
import type { ChangeSource } from "../domain/ports.ts";
import type { Issue } from "../github/conversations.ts";
import { GitHubError } from "../github/errors.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { pullRequestSource, remotePlanSource } from "../github/sources.ts";
import { planTable } from "../panel/plan-table.ts";
import { plan } from "../plan/plan.ts";
import { isAnswered } from "../publication/answer.ts";
import { planRoom, questionId, unplannedText } from "../publication/plan-comment.ts";
import type { DecisionStore } from "../record/record.ts";
import { planReports } from "../report/index.ts";
import { progressLine } from "../report/progress.ts";
import { readBaseSettings } from "../run/base-settings.ts";
import { journalOf } from "../run/journal-of.ts";
import { ownSecrets } from "../run/options.ts";
import { tableOptions } from "../run/review-now.ts";
import { type Basis, baseFilesAt, basisReader } from "../run/run.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import { redact } from "../text/text.ts";
import { sign } from "./answering.ts";
import type { AnswerContext } from "./context.ts";
import { countCost, settingsWithin } from "./plan-budget.ts";
import { type Asked, endTurn, type PlanEnd, pointer, progressOf, takeTurn } from "./plan-turn.ts";

/**
 * Answers a question in one comment, which tells how far it is. The same comment asked again, by a job that is done again, finds its answer and
 * plans nothing. What breaks is said there and thrown; what is missing, such as a model, is only said.
 */
export async function planOnGitHub(
  room: AnswerContext,
  issue: Issue,
  given: string,
  desk: DecisionStore | null,
  signal: AbortSignal,
): Promise<void> {
  const question = redact(given, ownSecrets(room.options));
  const { comment, login: by, writtenAt: askedAt = null } = room.given;
  const mark = { id: questionId(given), comment, by, askedAt, head: room.head };
  const asked: Asked = { room, issue, question, mark, desk };
  const id = isAnswered(room.comments, pointer(asked)) ? null : await takeTurn(asked, signal);
  if (id === null) return sign(room, "+1", signal);

  const telling = progressOf(asked, id);
  const emit: Emit = (event) => {
    room.options.emit(event);
    const line = progressLine(event, ownSecrets(room.options));
    if (line !== null) telling.note(line);
  };
  const { fault, costUsd, ...end } = await answerOf(asked, emit, signal).finally(telling.stop);
  // Of a run that is stopped the App goes on; a runner is gone for good, and has a moment left for a last word.
  if (signal.aborted && desk !== null) throw signal.reason;
  const last = signal.aborted ? AbortSignal.timeout(5_000) : signal;
  // A job that is done again after its last word plans nothing, so a store is told before; a summary may be another run's for a while.
  if (desk !== null) await countCost(asked, costUsd, last);
  await endTurn(asked, id, end, last);
  if (fault === null || desk === null) await sign(room, end.isPlan ? "+1" : "-1", last);
  if (desk === null) await countCost(asked, costUsd, last);
  if (fault !== null) throw fault;
}

interface Answer extends PlanEnd {
  readonly costUsd: number | null;
  /** Null: all went as it should, and there may be no plan all the same. */
  readonly fault: Error | null;
}

async function answerOf(asked: Asked, emit: Emit, signal: AbortSignal): Promise<Answer> {
  const { room, question, mark } = asked;
  const { options } = room;
  const secrets = ownSecrets(options);
  try {
    const made = await makePlan(asked, emit, signal);
    await options.onPlan?.(made);
    const text = planReports.markdown(made, { version: options.version, limit: planRoom(mark), secrets });
    return {
      isPlan: made.result !== "failed",
      text,
      why: redact(made.reason, secrets),
      costUsd: made.usage.costUsd,
      fault: null,
    };
  } catch (error) {
    const isOurs = error instanceof ReviewError && !(error instanceof GitHubError) && !signal.aborted;
    const why = redact(isOurs ? `${error.message} ${error.hint}` : broken(error, signal), secrets);
    const fault = error instanceof Error ? error : new Error(messageOf(error));
    return { isPlan: false, text: unplannedText(question, why), why, costUsd: null, fault: isOurs ? null : fault };
  }
}

function broken(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "The run was stopped before there was a plan. Ask again.";
  return `The run broke off before there was a plan: ${messageOf(error)} If this does not change within a few minutes, ask again.`;
}

/** The plan for a question on GitHub, by what it was asked on. */
export async function makePlan(asked: Asked, emit: Emit, signal: AbortSignal): Promise<Plan> {
  const { room, issue, question, desk } = asked;
  const { options, github, given } = room;
  const { repo, number } = given;
  const { revision, change, basis } = await groundOf(room, issue, signal);
  const settings = await settingsWithin(asked, basis.base.settings);
  const notes: string[] = [];
  const thread = [issue.title, issue.body].filter((text) => text !== "").join("\n\n");
  const onNote = (text: string): unknown => notes.push(text);
  const source = remotePlanSource(github, { repo, revision, change, thread, onNote });
  const journal = await journalOf(desk, given);
  const run = { options: taskOptions(room), attempt: given.comment, task: taskOf(repo, number), journal };
  const setTable = async () => {
    const table = await planTable(tableOptions(run, basis, settings, emit), signal);
    return { ...table, notes: [...table.notes, ...notes] };
  };
  return plan(
    { question, source, setTable, secrets: scannerKnowing(() => ownSecrets(options)), now: options.now, emit },
    signal,
  );
}

interface Ground {
  /** What is read: the head of a change, or the default branch. */
  readonly revision: string;
  readonly change: ChangeSource | null;
  /** What has a say: settings and guide of the base, or of the default branch. */
  readonly basis: Basis;
}

async function groundOf(room: AnswerContext, { pullHead, branch }: Issue, signal: AbortSignal): Promise<Ground> {
  const { github, given } = room;
  const { repo, number } = given;
  const options = taskOptions(room);
  if (pullHead !== null) {
    const pull = await readPullRequest(github, repo, number, signal);
    const basis = await basisReader(github, pull, options)(signal);
    const change = pullRequestSource(github, { pull, mergeBase: basis.mergeBase });
    return { revision: pull.head.sha, change, basis };
  }
  if (branch === null) throw new ReviewError("The repository has no commit yet.", "Push one, then ask again.");
  const files = baseFilesAt(github, repo, branch.sha, options);
  const base = await readBaseSettings(files, options, signal);
  return { revision: branch.sha, change: null, basis: { mergeBase: branch.sha, files, base } };
}

function taskOptions({ options, given: { repo, number } }: AnswerContext) {
  return { ...options, task: taskOf(repo, number) };
}

function taskOf(repo: string, number: number) {
  return { kind: "pull-request" as const, repo, number, isExplicit: true };
}
