import { newTo } from "../decisions/next-state.ts";
import { spentOn } from "../domain/decisions.ts";
import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { State } from "../domain/state.ts";
import { GitHubError } from "../github/errors.ts";
import { pullRequestSource } from "../github/sources.ts";
import { setTable } from "../panel/table.ts";
import { forgotten, isOwnWork } from "../publication/recognise.ts";
import { reviewWithFacts } from "../review/review.ts";
import type { ReviewPorts } from "../review/setup.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import { type TreesOf, withTrees } from "../snapshot/lazy.ts";
import { redact } from "../text/redact.ts";
import type { Journal } from "../vendors/calls/journal.ts";
import { exclusionNow, withinBudget } from "./base-settings.ts";
import { standingOf } from "./look-again.ts";
import { ownSecrets } from "./options.ts";
import { type Basis, type JudgedRun, type Run, without } from "./run.ts";
import { archivesOf, journalFor, tableOptions } from "./table-options.ts";

/** Has the pull request debated, or says why there is no debate. */
export async function reviewNow(run: Run, emit: Emit, signal: AbortSignal): Promise<JudgedRun> {
  const { github, subject: pull } = run;
  const basis = await usable(run.basis(signal));
  if ("configError" in basis) return without(run, basis);
  const { settings } = basis.base;
  const why = exclusionNow(settings, { ...run, pull });
  if (why !== null) return without(run, { skip: { why } }, settings);

  const source = pullRequestSource(github, { pull, mergeBase: basis.mergeBase });
  const standing = () => standingOf(run, basis, signal);
  try {
    const hold = (ports: ReviewPorts) => reviewWithFacts({ ...ports, standing }, signal);
    const reviewed = await withPorts(run, { basis, source, emit }, hold, signal);
    return { ...reviewed, settings, basis };
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return without(run, { configError: sentence(error) }, settings);
  }
}

/** A look at a pull request. `journal` left out: that of the run. */
interface Look {
  readonly basis: Basis;
  readonly source: ReviewPorts["source"];
  readonly emit: Emit;
  readonly journal?: Journal | null;
}

/** Runs `use` with the ports of a review. The repository is open until it ends. */
export function withPorts<T>(
  run: Run,
  look: Look,
  use: (ports: ReviewPorts) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return withTrees(signal, (treesOf) => use(portsOf(run, look, treesOf, signal)));
}

/** How a review reads the change, and who reviews it. */
function portsOf(
  run: Run,
  { basis, source, emit, journal = journalFor(run, run.task.isFull) }: Look,
  treesOf: TreesOf,
  signal: AbortSignal,
): ReviewPorts {
  const { options, existing, decisions, task } = run;
  const { settings: base } = basis.base;
  const settings = task.mayExceed === true ? base : withinBudget(base, spentOn(existing.state, decisions));
  const table = tableOptions(options, basis, settings, emit, journal);
  const now = { head: run.subject.head.sha, attempt: run.attempt };
  const forgot = forgotten(existing);
  const missed = forgot.filter((finding) => !isOwnWork(existing, finding, now));
  // A run that is resumed after it was killed raises its own findings again, so its own threads add nothing.
  const lost = options.record.isResumed ? missed : forgot;
  const notes = [...table.notes, ...(missed.length === 0 ? [] : [takenFromThreads(missed.length)])];
  return {
    source,
    setTable: (raw) => setTable(raw, { ...table, notes, trees: treesOf(archivesOf(run, basis)) }, signal),
    secrets: scannerKnowing(() => ownSecrets(options)),
    previous: [...(existing.state?.findings ?? []), ...lost, ...(existing.state?.fixed ?? [])],
    hasHistory: missed.length > 0 || isOfEarlierRun(existing.state, now),
    isNew: newTo([existing.state]),
    leastEffort: options.tighten.effort,
    isAsked: task.isExplicit,
    focus: task.focus ?? options.focus,
    redact: (text) => redact(text, ownSecrets(options)),
    now: options.now,
    emit,
  };
}

/** Whether another review than this one left findings. A run that was killed finds its own state again. */
function isOfEarlierRun(state: State | null, now: Pick<State, "head" | "attempt">): boolean {
  if (state === null || (state.head === now.head && state.attempt === now.attempt)) return false;
  return [...state.findings, ...(state.fixed ?? [])].length > 0;
}

function takenFromThreads(count: number): string {
  const threads =
    count === 1 ? "1 finding was restored from its thread" : `${count} findings were restored from their threads`;
  return `The summary of an earlier review is missing or was edited: ${threads}; others that it found may be lost.`;
}

/** An error in the base's own files is an answer. An answer that GitHub did not give is a fault. */
async function usable(reading: Promise<Basis>): Promise<Basis | { readonly configError: string }> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return { configError: sentence(error) };
  }
}

function sentence({ message }: ReviewError): string {
  return message.split("\n")[0]?.replace(/\.$/, "") ?? message;
}
