import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { Plan } from "../domain/plan.ts";
import type { ChangeSource } from "../domain/ports.ts";
import type { Issue } from "../github/conversations.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { pullRequestSource, remotePlanSource } from "../github/sources.ts";
import { planTable } from "../main/plan-locally.ts";
import { plan } from "../plan/plan.ts";
import { readBaseSettings } from "../run/base-settings.ts";
import { journalOf } from "../run/journal-of.ts";
import { ownSecrets } from "../run/own-secrets.ts";
import { type Basis, baseFilesAt, basisReader, tableOptions } from "../run/review-now.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import type { Room } from "./answering.ts";
import { settingsWithin } from "./plan-budget.ts";
import type { Asked } from "./plan-turn.ts";

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
