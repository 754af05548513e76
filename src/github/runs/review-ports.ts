import { type TreesOf, withTrees } from "../../code/snapshot/lazy.ts";
import { spentOn } from "../../domain/decisions.ts";
import type { Emit } from "../../domain/events.ts";
import type { State } from "../../domain/state.ts";
import { setTable } from "../../panel/choosing/table.ts";
import { scannerKnowing } from "../../panel/secrets/secrets.ts";
import type { Journal } from "../../panel/vendors/calls/journal.ts";
import type { ReviewPorts } from "../../review/setup.ts";
import { withinBudget } from "../../settings/run-settings.ts";
import { redact } from "../../text/redact.ts";
import { newTo } from "../decisions/next-state.ts";
import { forgotten, isOwnWork } from "../publication/recognise.ts";
import { type Basis, ownSecrets, type Run } from "./run.ts";
import { archivesOf, journalFor, tableOptions } from "./table-options.ts";

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
