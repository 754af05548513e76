import picomatch from "picomatch";
import { rank } from "../../domain/severity.ts";
import type { AgentReport } from "../../domain/topology/topology-report.ts";
import type { AgentTask, BatchView } from "../../domain/views.ts";
import { askSeat, type DebateContext } from "../../panel/asking/context.ts";
import { agentReports, openTeam, shownFailures, type Team, type TeamTask } from "../../panel/asking/team.ts";
import type { Seat } from "../../panel/stages/index.ts";
import type { TaskOrder } from "../../panel/stages/topology/lead-tools.ts";
import { problemOfGlob } from "../../settings/fields.ts";
import { cutCharacters, plural } from "../../text/text.ts";
import type { Proposed, SplitChange } from "../rounds-state.ts";

/** The limits of one review. */
export const reviewTeam = { agents: 8, tasks: 24 };
/** A lead is shown at most this many findings of a task, the most severe first; all of them go to the gate. */
const mostShown = 20;

interface Reading {
  readonly paths: readonly string[];
  readonly views: readonly BatchView[];
}
export type ReviewTask = TeamTask<Reading, readonly Proposed[]>;
export type ReviewTeam = Team<Reading, readonly Proposed[], Seat>;

/** A task is about files of the change. All tasks together show no more than all seats in parallel would read. */
export function openReviewTeam(
  seats: readonly Seat[],
  { files, viewsFor }: SplitChange,
  tokens: number,
  context: DebateContext,
): ReviewTeam {
  const changed = files.map(({ path }) => path);
  const most = tokens * seats.length;
  let used = 0;

  function jobOf({ task, files: named }: TaskOrder): Reading | { readonly error: string } {
    const paths = filesOfTask(task, named, changed);
    if (paths.length === 0) return { error: "The task names no file of the change. Name its files by path or folder." };
    const views = viewsFor(files.filter(({ path }) => paths.includes(path)));
    const size = views.reduce((sum, { batch }) => sum + batch.tokens, 0);
    if (used + size > most) return { error: "The tasks have reached their limit of text. Call complete." };
    used += size;
    return { paths, views };
  }

  return openTeam<Reading, readonly Proposed[], Seat>({
    ...{ seats, limits: reviewTeam, jobOf, shown: shownFindings },
    run: (seat, { views }, agent) => askAgent(seat, views, agent, context),
  });
}

function askAgent(
  seat: Seat,
  views: readonly BatchView[],
  agent: AgentTask,
  context: DebateContext,
): Promise<Proposed[]> {
  return Promise.all(
    views.map(async (view) => {
      const ask = (one: Seat, signal: AbortSignal) => one.agent.propose?.({ ...view, agent }, signal);
      const answer = await askSeat(seat, "propose", ask, context, ({ failures }) => failures);
      if (answer.status === "answered")
        context.emit({ type: "seat-end", seat: seat.name, stage: "propose", raised: answer.value.drafts.length });
      return { seat, view, answer };
    }),
  );
}

function shownFindings(proposed: readonly Proposed[]) {
  const drafts = draftsOf(proposed);
  const gravestFirst = drafts.toSorted((one, other) => rank(one.severity) - rank(other.severity));
  const findings = gravestFirst.slice(0, mostShown).map(({ severity, title, path }) => ({
    severity,
    title: cutCharacters(title, 200),
    path: cutCharacters(path, 300),
  }));
  const more = drafts.length > mostShown ? { more: plural(drafts.length - mostShown, "more finding") } : {};
  return { findings, ...more, ...shownFailures(failuresOf(proposed)) };
}

/** All tasks, agent by agent. */
export function tasksOf(team: ReviewTeam): ReviewTask[] {
  return team.agents().flatMap(({ tasks }) => tasks);
}

export function reviewReports(team: ReviewTeam): AgentReport[] {
  return agentReports(team.agents(), ({ job, result }) => ({
    files: job.paths,
    raised: draftsOf(result ?? []).length,
    failures: failuresOf(result ?? []),
  }));
}

function draftsOf(proposed: readonly Proposed[]) {
  return proposed.flatMap(({ answer }) => (answer.status === "answered" ? answer.value.drafts : []));
}

function failuresOf(proposed: readonly Proposed[]): string[] {
  return proposed.flatMap(({ answer }) => (answer.status === "failed" ? [answer.reason] : []));
}

/** The changed files that a task is about: the ones in `given`, or else the ones that its text names by path, folder, glob or unique file name. */
export function filesOfTask(
  text: string,
  given: readonly string[] | null | undefined,
  changed: readonly string[],
): string[] {
  const wanted = given == null || given.length === 0 ? wordsIn(text, changed) : given.map((word) => word.trim());
  const tests = wanted.map((word) => testOf(word, changed));
  return changed.filter((path) => tests.some((matches) => matches(path)));
}

/**
 * The words of a text that can be a path: those in quotes or backticks, and those with a slash or an extension. Other words are ordinary ones, such
 * as "test". Paths with spaces are looked for literally.
 */
function wordsIn(text: string, changed: readonly string[]): string[] {
  const quoted = [...text.matchAll(/(?<!\w)(["'`])(?<word>[^"'`\n]+)\1(?!\w)/g)].flatMap(
    ({ groups }) => groups?.["word"] ?? [],
  );
  const words = text.split(/[\s"'`,;:()[\]{}<>]+/).map((word) => word.replace(/\.+$/, ""));
  const spaced = changed.filter((path) => /[\s"'`,;:()[\]{}<>]/.test(path) && text.includes(path));
  return [...spaced, ...quoted.map((word) => word.trim()), ...words.filter((word) => /\/|\.\w+$/.test(word))];
}

function testOf(word: string, changed: readonly string[]): (path: string) => boolean {
  const name = word.replace(/^\.\//, "").replace(/\/(\*\*(\/\*)?)?$/, "");
  if (name === "" || name === "**") return () => false;
  if (changed.includes(name)) return (path) => path === name;
  if (changed.some((path) => path.startsWith(`${name}/`))) return (path) => path.startsWith(`${name}/`);
  // A glob needs a slash or an extension: a star alone in a sentence names nothing.
  // It comes from a model, so one that could take long to match names nothing either.
  if (/[*?]/.test(name) && /[/.]/.test(name))
    return problemOfGlob(name) === null ? picomatch(name, { dot: true }) : () => false;
  const same = changed.filter((path) => path.endsWith(`/${name}`));
  return (path) => same.length === 1 && path === same[0];
}
