import { realpath } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Readable } from "node:stream";
import type { Estimate } from "../domain/estimate.ts";
import type { Emit } from "../domain/events.ts";
import type { TopologyName } from "../domain/known-names.ts";
import type { ChangeSource, RawChange } from "../domain/ports.ts";
import type { Review } from "../domain/review.ts";
import { baseFiles } from "../local/base-files.ts";
import { localChangeSource } from "../local/change-source.ts";
import { diffChangeSource } from "../local/diff-source.ts";
import type { Environment } from "../local/git.ts";
import { openFolder } from "../local/repository.ts";
import type { ModelSeatOptions } from "../panel/model-seats.ts";
import { settingsAtBase } from "../panel/settings-at-base.ts";
import { setTable } from "../panel/table.ts";
import { estimate } from "../review/estimate.ts";
import { review } from "../review/review.ts";
import type { ReviewPorts, ReviewSetup } from "../review/setup.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import type { Settings } from "../settings/settings.ts";
import { type TreesOf, withTrees } from "../snapshot/lazy.ts";
import { commitTree, stagedTree, workingTree } from "../snapshot/local-trees.ts";
import type { Seat } from "../stages/index.ts";
import { keysIn } from "../vendors/environment.ts";
import { refuseInside } from "../vendors/programs.ts";
import { followedOn } from "./earlier-reviews.ts";
import { decidedIn } from "./memory-here.ts";
import { type Tracing, tracingOf } from "./tracing.ts";

/** Who sits on the panel of this machine, where the caller decides more than the settings and the environment. */
export interface LocalPanelOptions extends Pick<ModelSeatOptions, "choice" | "substitute" | "vendors"> {
  /** Whether answers are kept for the next run; they are unless this is false. */
  readonly keepsAnswers?: boolean | undefined;
  /** Whether calls are kept in `.debate/traces`; they are not unless this is true. */
  readonly keepsTraces?: boolean | undefined;
  /** Rule engines of the caller. */
  readonly engines?: readonly Seat[] | undefined;
  /** The settings to use for those that were read. */
  readonly adjust?: ((settings: Settings) => Settings) | undefined;
}

export interface LocalReviewOptions extends LocalPanelOptions {
  readonly directory: string;
  readonly env: Environment;
  /**
   * The change to review: `diff` names a file or `-` for `stdin`, or is the text itself; `range` and `staged` are git's. Without them it is
   * the working tree against the default branch. `paths` are relative to `directory`: only files at or below them are
   * reviewed.
   */
  readonly change: {
    readonly diff?: string | { readonly text: string } | undefined;
    readonly range?: string | undefined;
    readonly staged?: boolean | undefined;
    readonly paths?: readonly string[] | undefined;
  };
  /** Where the change comes from, instead of `change`. Its files outside the diff are not read. */
  readonly source?: ChangeSource | undefined;
  readonly stdin: Readable;
  /** The text of `--config`, with the name to show. Without it the file at the merge base counts. */
  readonly config: { readonly name: string; readonly text: string } | null;
  /** Rules only, even if keys are set. */
  readonly offline: boolean;
  /** The blocking severity, over the settings; null leaves it to them. */
  readonly blockOn: Settings["review"]["blockOn"] | null;
  /** The effort, over the settings; null leaves it to them. */
  readonly effort: Settings["review"]["effort"] | null;
  /** How the seats work together, over the settings; left out: as they say. */
  readonly topology?: TopologyName | undefined;
  /** A question to the panel; left out where there is none. */
  readonly focus?: string | undefined;
  readonly emit: Emit;
  readonly now: () => Date;
}

/** A review on this machine: settings, guide and the repository's own rules come from the merge base, never from the change itself. */
export async function reviewLocally(options: LocalReviewOptions, signal: AbortSignal): Promise<Review> {
  const tracing = tracingOf(options);
  const found = await withTrees(signal, async (treesOf) =>
    review(await localPorts(options, treesOf, signal, tracing), signal),
  );
  await tracing.end(found);
  return found;
}

/** The same up to the first question to a seat: the expected use of a review. */
export async function estimateLocally(options: LocalReviewOptions, signal: AbortSignal): Promise<Estimate> {
  return withTrees(signal, async (treesOf) => estimate(await localPorts(options, treesOf, signal), signal));
}

async function localPorts(
  options: LocalReviewOptions,
  treesOf: TreesOf,
  signal: AbortSignal,
  tracing?: Tracing,
): Promise<ReviewPorts> {
  const { directory, env, config, offline, blockOn, effort, emit, now } = options;
  refuseInside(env);
  const only = await fromRoot(options, signal);
  const compared: string[] = [];
  const source =
    options.source ??
    localSource(options, (text) => {
      compared.push(text);
      emit({ type: "note", text });
    });
  const table = async (raw: RawChange): Promise<ReviewSetup> => {
    const files = baseFiles({ directory, env, revision: raw.mergeBase });
    const { vendors } = options;
    const { settings: given, notes } = await settingsAtBase(files, { config, vendors }, signal);
    const read = withTopology(options.adjust?.(given) ?? given, options.topology);
    const chosen = { ...(blockOn === null ? {} : { blockOn }), ...(effort === null ? {} : { effort }) };
    const settings = { ...read, review: { ...read.review, ...chosen } };
    tracing?.useSettings(settings);
    const common = { files, settings, notes: [...compared, ...notes], env, directory, offline, emit };
    const openings = openingsOf(options, raw);
    const trees = openings === null ? undefined : treesOf(openings);
    const earlierEnds = () => decidedIn({ directory, env }, []);
    const panel = { ...common, ...panelOf(options), trees, earlierEnds, onCall: tracing?.onCall };
    return { ...(await setTable(raw, panel, signal)), followed: await followedOn(options, raw) };
  };
  return {
    source,
    setTable: table,
    secrets: scannerKnowing(() => keysIn(env)),
    previous: [],
    only,
    focus: options.focus,
    emit,
    now,
  };
}

/** The settings with the topology that the user chose. */
export function withTopology(settings: Settings, topology: TopologyName | undefined): Settings {
  return topology === undefined ? settings : { ...settings, debate: { ...settings.debate, topology } };
}

/** The part of a panel's options that every local run shares. */
export function panelOf({ choice, substitute, vendors, engines, keepsAnswers = true }: LocalPanelOptions) {
  const journal = keepsAnswers ? ("files" as const) : null;
  return { choice, substitute, vendors, engines, detectsPrograms: true, journal };
}

/** The trees of a local change; null for a diff, which has no repository that is sure to be its own. */
function openingsOf(
  { directory, env, change, source }: LocalReviewOptions,
  raw: RawChange,
): Parameters<TreesOf>[0] | null {
  if (change.diff !== undefined || source !== undefined) return null;
  const place = { directory, env };
  const uncommitted = change.staged === true ? stagedTree(place) : workingTree(place);
  return {
    head: raw.head.sha === "" ? uncommitted : commitTree(place, raw.head.sha),
    base: raw.mergeBase === null ? null : commitTree(place, raw.mergeBase),
  };
}

/** Paths as a diff names them, from the root of the repository; a diff without a repository is about the folder itself. */
async function fromRoot({ directory, env, change }: LocalReviewOptions, signal: AbortSignal): Promise<string[]> {
  const { paths = [] } = change;
  if (paths.length === 0) return [];
  const here = await realpath(resolve(directory)).catch(() => resolve(directory));
  const root = (await openFolder(directory, env, signal)).repository?.root ?? here;
  return paths.map((path) => relative(root, resolve(here, path)).replaceAll("\\", "/"));
}

function localSource(options: LocalReviewOptions, onNote: (text: string) => void): ChangeSource {
  const { directory, env, change, stdin } = options;
  const { diff, paths: _, ...range } = change;
  if (diff === undefined) return localChangeSource({ directory, env, onNote, ...range });
  if (typeof diff === "string") return diffChangeSource({ directory, env, onNote, file: diff, stdin });
  return diffChangeSource({ directory, env, onNote, ...diff });
}
