import { secretScanner } from "../agents/secrets.ts";
import { messageOf, ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Plan } from "../domain/plan.ts";
import type { ChangeSource } from "../domain/ports.ts";
import type { Desk } from "../domain/run.ts";
import { pullRequestSource } from "../github/change.ts";
import { type Progress, progress } from "../github/check-progress.ts";
import { updateComment, writeComment } from "../github/comment.ts";
import { GitHubError } from "../github/errors.ts";
import { type Issue, readIssue } from "../github/issue.ts";
import { remotePlanSource } from "../github/plan-source.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { plan } from "../plan.ts";
import {
  endedBody,
  isPlanned,
  type PlanMark,
  planCommentIn,
  planningBody,
  planRoom,
  questionId,
  unplannedText,
} from "../publication/plan-comment.ts";
import { planReports } from "../report/plan.ts";
import { progressLine } from "../report/progress.ts";
import { redact } from "../text.ts";
import { type Room, sign } from "./answering.ts";
import { readBaseSettings } from "./base-settings.ts";
import { ownSecrets } from "./own-secrets.ts";
import { planTable } from "./plan.ts";
import { type Basis, baseFilesAt, basisReader, tableOptions } from "./review-now.ts";

/** A question on its way: its one comment, and who may be told of it. */
interface Asked {
  readonly room: Room;
  readonly issue: Issue;
  /** Without the values of ours. */
  readonly question: string;
  readonly mark: PlanMark;
  readonly desk: Desk | null;
}

/**
 * Answers a question in one comment, which tells how far it is. The same comment asked again, by a job that is done again, finds its answer and
 * plans nothing. What breaks is said there and thrown; what is missing, such as a model, is only said.
 */
export async function planOnGitHub(
  room: Room,
  issue: Issue,
  given: string,
  desk: Desk | null,
  signal: AbortSignal,
): Promise<void> {
  const question = redact(given, ownSecrets(room.options));
  const mark = { id: questionId(given), comment: room.given.comment, head: room.head };
  const known = planCommentIn(issue.ownComments, mark.id);
  if (known !== null && isPlanned(known, mark)) return sign(room, "+1", signal);

  const asked: Asked = { room, issue, question, mark, desk };
  const id = await write(asked, known?.id ?? null, planningBody(mark, question, []), signal);
  const telling = progressIn(asked, id);
  const emit: Emit = (event) => {
    room.options.emit(event);
    const line = progressLine(event);
    if (line !== null) telling.note(line);
  };
  const { text, isPlan, fault } = await answerOf(asked, emit, signal).finally(telling.stop);
  // Of a run that is stopped the App goes on; a runner is gone for good, and has a moment left for a last word.
  if (signal.aborted && desk !== null) throw signal.reason;
  const last = signal.aborted ? AbortSignal.timeout(5_000) : signal;
  await write(asked, id, endedBody(mark, text, isPlan), last);
  if (fault === null || desk === null) await sign(room, isPlan ? "+1" : "-1", last);
  if (fault !== null) throw fault;
}

interface Answer {
  readonly text: string;
  readonly isPlan: boolean;
  /** Null: all went as it should, and there may be no plan all the same. */
  readonly fault: Error | null;
}

async function answerOf(asked: Asked, emit: Emit, signal: AbortSignal): Promise<Answer> {
  const { room, question, mark } = asked;
  const { options } = room;
  try {
    const made = await madePlan(asked, emit, signal);
    await options.onPlan?.(made);
    const report = { version: options.version, limit: planRoom(mark), secrets: ownSecrets(options) };
    return { text: planReports.markdown(made, report), isPlan: made.result !== "failed", fault: null };
  } catch (error) {
    const isOurs = error instanceof ReviewError && !(error instanceof GitHubError) && !signal.aborted;
    const why = redact(isOurs ? `${error.message} ${error.hint}` : broken(error, signal), ownSecrets(options));
    const fault = error instanceof Error ? error : new Error(messageOf(error));
    return { text: unplannedText(question, why), isPlan: false, fault: isOurs ? null : fault };
  }
}

function broken(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "The run was stopped before there was a plan. Ask again.";
  return `The run broke off before there was a plan: ${messageOf(error)} If this does not change within a few minutes, ask again.`;
}

async function madePlan({ room, issue, question, desk }: Asked, emit: Emit, signal: AbortSignal): Promise<Plan> {
  const { options, github, given } = room;
  const { repo, number } = given;
  const { revision, change, basis } = await groundOf(room, issue, signal);
  const notes: string[] = [];
  const thread = [issue.title, issue.body].filter((text) => text !== "").join("\n\n");
  const onNote = (text: string): unknown => notes.push(text);
  const source = remotePlanSource(github, { repo, revision, change, thread, onNote });
  const run = { options: taskOptions(room), attempt: given.comment, task: taskOf(repo, number) };
  const journal = desk === null ? null : { store: await desk.journal(), attempt: given.comment };
  const setTable = async () => {
    const table = await planTable({ ...tableOptions(run, basis, basis.base.settings, emit), journal }, signal);
    return { ...table, notes: [...table.notes, ...notes] };
  };
  return plan({ question, source, setTable, secrets: secretScanner, now: options.now, emit }, signal);
}

interface Ground {
  /** What is read: the head of a change, or the default branch. */
  readonly revision: string;
  readonly change: ChangeSource | null;
  /** What has a say: settings and guide of the base, or of the default branch. */
  readonly basis: Basis;
}

async function groundOf(room: Room, { pullHead, branch }: Issue, signal: AbortSignal): Promise<Ground> {
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

function taskOptions({ options, given: { repo, number } }: Room) {
  return { ...options, task: taskOf(repo, number) };
}

function taskOf(repo: string, number: number) {
  return { kind: "pull-request" as const, repo, number, isExplicit: true };
}

function progressIn({ room, question, mark }: Asked, id: number): Progress {
  const { github, given, options } = room;
  return progress({
    write: async (lines, signal) => {
      const clean = lines.map((line) => redact(line, ownSecrets(options)));
      await updateComment(github, given.repo, { id, body: planningBody(mark, question, clean) }, signal);
    },
  });
}

async function write({ room, mark }: Asked, id: number | null, body: string, signal: AbortSignal): Promise<number> {
  const { github, given } = room;
  const find = async (): Promise<number | null> =>
    planCommentIn((await readIssue(github, given, signal)).ownComments, mark.id)?.id ?? null;
  return writeComment(github, given, { id, body }, find, signal);
}
