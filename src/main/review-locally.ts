import { realpath } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Readable } from "node:stream";
import type { Estimate } from "../domain/estimate.ts";
import type { Emit } from "../domain/events.ts";
import type { ChangeSource, RawChange } from "../domain/ports.ts";
import type { Review } from "../domain/review.ts";
import { baseFiles } from "../local/base-files.ts";
import { localChangeSource } from "../local/change-source.ts";
import { diffChangeSource } from "../local/diff-source.ts";
import type { Environment } from "../local/git.ts";
import { openFolder } from "../local/repository.ts";
import { setTable, settingsFrom, settingsPath } from "../panel/table.ts";
import { estimate } from "../review/estimate.ts";
import { review } from "../review/review.ts";
import type { ReviewPorts, ReviewSetup } from "../review/setup.ts";
import { scannerKnowing } from "../seats/secrets/secrets.ts";
import type { Settings } from "../settings/settings.ts";
import { type TreesOf, withTrees } from "../snapshot/lazy.ts";
import { commitTree, stagedTree, workingTree } from "../snapshot/local-trees.ts";
import { keysIn } from "../vendors/environment.ts";

export interface LocalReviewOptions {
  readonly directory: string;
  readonly env: Environment;
  /**
   * The change to review: `diff` names a file or `-` for `stdin`; `range` and `staged` are git's. Without them it is
   * the working tree against the default branch. `paths` are relative to `directory`: only files at or below them are
   * reviewed.
   */
  readonly change: {
    readonly diff?: string;
    readonly range?: string;
    readonly staged?: boolean;
    readonly paths?: readonly string[];
  };
  readonly stdin: Readable;
  /** The text of `--config`, with the name to show. Without it the file at the merge base counts. */
  readonly config: { readonly name: string; readonly text: string } | null;
  /** Rules only, even if keys are set. */
  readonly offline: boolean;
  /** The blocking severity, over the settings; null leaves it to them. */
  readonly blockOn: Settings["review"]["blockOn"] | null;
  /** The effort, over the settings; null leaves it to them. */
  readonly effort: Settings["review"]["effort"] | null;
  readonly emit: Emit;
  readonly now: () => Date;
}

/** A review on this machine: settings, guide and the repository's own rules come from the merge base, never from the change itself. */
export async function reviewLocally(options: LocalReviewOptions, signal: AbortSignal): Promise<Review> {
  return withTrees(signal, async (treesOf) => review(await localPorts(options, treesOf, signal), signal));
}

/** The same up to the first question to a seat: the expected use of a review. */
export async function estimateLocally(options: LocalReviewOptions, signal: AbortSignal): Promise<Estimate> {
  return withTrees(signal, async (treesOf) => estimate(await localPorts(options, treesOf, signal), signal));
}

async function localPorts(options: LocalReviewOptions, treesOf: TreesOf, signal: AbortSignal): Promise<ReviewPorts> {
  const { directory, env, config, offline, blockOn, effort, emit, now } = options;
  const only = await fromRoot(options, signal);
  const compared: string[] = [];
  const source = localSource(options, (text) => {
    compared.push(text);
    emit({ type: "note", text });
  });
  const table = async (raw: RawChange): Promise<ReviewSetup> => {
    const files = baseFiles({ directory, env, revision: raw.mergeBase });
    const text = config === null ? await files.readBaseFile(settingsPath, signal) : config.text;
    const { settings: read, notes } = settingsFrom(text, config?.name ?? settingsPath);
    const chosen = { ...(blockOn === null ? {} : { blockOn }), ...(effort === null ? {} : { effort }) };
    const settings = { ...read, review: { ...read.review, ...chosen } };
    const given = { files, settings, notes: [...compared, ...notes], env, directory, offline, emit };
    const openings = openingsOf(options, raw);
    const trees = openings === null ? undefined : treesOf(openings);
    return setTable(raw, { ...given, trees, detectsPrograms: true, journal: "files" }, signal);
  };
  return { source, setTable: table, secrets: scannerKnowing(() => keysIn(env)), previous: [], only, emit, now };
}

/** The trees of a local change; null for a diff, which has no repository that is sure to be its own. */
function openingsOf({ directory, env, change }: LocalReviewOptions, raw: RawChange): Parameters<TreesOf>[0] | null {
  if (change.diff !== undefined) return null;
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
  return diffChangeSource({ directory, env, onNote, file: diff, stdin });
}
