import { messageOf, ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Plan } from "../domain/plan.ts";
import type { ChangeSource, Surroundings } from "../domain/ports.ts";
import type { Issue } from "../github/conversations.ts";
import { GitHubError } from "../github/errors.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { pullRequestSource, remotePlanSource } from "../github/sources.ts";
import { planTable } from "../panel/question-table.ts";
import { plan } from "../plan/plan.ts";
import { isAnswered } from "../publication/answer.ts";
import { planRoom, questionId, unplannedText } from "../publication/plan-comment.ts";
import type { DecisionStore } from "../record/record.ts";
import { planReports } from "../report/index.ts";
import { progressLine } from "../report/progress.ts";
import { readBaseSettings } from "../run/base-settings.ts";
import { baseFilesAt, basisReader } from "../run/basis.ts";
import { ownSecrets } from "../run/options.ts";
import type { Basis } from "../run/run.ts";
import { tableOptions } from "../run/table-options.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import { redact } from "../text/redact.ts";
import { sign } from "./answering.ts";
import { type AnswerContext, type Asked, runOptions } from "./context.ts";
import { countCost, settingsWithin } from "./plan-budget.ts";
import { endTurn, type PlanEnd, pointer, progressOf, takeTurn } from "./plan-turn.ts";

/**
 * Answers a question in one comment, which also shows the progress. A job that is run again for the same comment finds the answer and plans
 * nothing. A fault is reported in the comment and thrown; a missing precondition, such as a model, is only reported.
 */
export async function planOnGitHub(
  context: AnswerContext,
  issue: Issue,
  given: string,
  store: DecisionStore,
  signal: AbortSignal,
): Promise<void> {
  const { options } = context;
  const question = redact(given, ownSecrets(options));
  const { comment, login: by, writtenAt: askedAt = null } = context.given;
  const mark = { id: questionId(given), comment, by, askedAt, head: context.head };
  const asked: Asked = { context, issue, question, mark, store };
  const id = isAnswered(context.comments, pointer(asked)) ? null : await takeTurn(asked, signal);
  if (id === null) return sign(context, "+1", signal);

  const progress = progressOf(asked, id);
  const emit: Emit = (event) => {
    options.emit(event);
    const line = progressLine(event, ownSecrets(options));
    if (line !== null) progress.note(line);
  };
  const { fault, costUsd, ...end } = await answerOf(asked, emit, signal).finally(progress.stop);
  if (signal.aborted && store.isResumed) throw signal.reason;
  // A runner that is stopped has a moment left for its last write.
  const last = signal.aborted ? AbortSignal.timeout(5_000) : signal;
  // The cost comes first: once its answer is written, a job that is run again plans nothing and counts nothing.
  const finish = await countCost(asked, costUsd, last);
  await endTurn(asked, id, end, last);
  if (fault === null || !store.isResumed) await sign(context, end.isPlan ? "+1" : "-1", last);
  await finish();
  if (fault !== null) throw fault;
}

interface Answer extends PlanEnd {
  readonly costUsd: number | null;
  /** Null: nothing broke, though there may still be no plan. */
  readonly fault: Error | null;
}

async function answerOf(asked: Asked, emit: Emit, signal: AbortSignal): Promise<Answer> {
  const { question, mark, context } = asked;
  const { options } = context;
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
  return `The run failed before there was a plan: ${messageOf(error)} If this does not change within a few minutes, ask again.`;
}

/** Makes the plan, from the issue or the pull request that the question was asked on. */
async function makePlan(asked: Asked, emit: Emit, signal: AbortSignal): Promise<Plan> {
  const { context, issue, question, store } = asked;
  const { options, github, given } = context;
  const { revision, change, basis } = await groundOf(context, issue, signal);
  const settings = await settingsWithin(asked, basis.base.settings);
  const notes: string[] = [];
  const thread = [issue.title, issue.body].filter((text) => text !== "").join("\n\n");
  const onNote = (text: string): unknown => notes.push(text);
  const source = remotePlanSource(github, { repo: given.repo, revision, change, thread, onNote });
  const answers = await store.answers();
  const journal = answers === null ? null : { store: answers, attempt: given.comment };
  const seating = tableOptions(runOptions(context), basis, settings, emit, journal);
  const setTable = async ({ change: raw }: Surroundings, named: readonly string[]) => {
    const table = await planTable({ ...seating, subject: { change: raw, named } }, signal);
    return { ...table, notes: [...table.notes, ...notes] };
  };
  return plan(
    { question, source, setTable, secrets: scannerKnowing(() => ownSecrets(options)), now: options.now, emit },
    signal,
  );
}

interface Ground {
  /** The code to read: the head of a change, or the default branch. */
  readonly revision: string;
  readonly change: ChangeSource | null;
  /** The settings and the guide: of the base, or of the default branch. */
  readonly basis: Basis;
}

async function groundOf(context: AnswerContext, { pullHead, branch }: Issue, signal: AbortSignal): Promise<Ground> {
  const { github, given } = context;
  const { repo, number } = given;
  const options = runOptions(context);
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
