import type { Readable } from "node:stream";
import { secretScanner } from "./agents/secrets.ts";
import { ReviewError } from "./domain/errors.ts";
import type { Estimate } from "./domain/estimate.ts";
import type { Emit } from "./domain/events.ts";
import type { BaseFiles, ChangeSource, RawChange } from "./domain/ports.ts";
import type { Review } from "./domain/review.ts";
import { baseFiles } from "./local/base-files.ts";
import { localChangeSource } from "./local/change-source.ts";
import { diffChangeSource } from "./local/diff-source.ts";
import type { Environment } from "./local/git.ts";
import { estimate } from "./review/estimate.ts";
import type { ReviewPorts, Table } from "./review/prepare.ts";
import { review } from "./review.ts";
import { parseSettings, type Settings } from "./settings.ts";
import { cut } from "./text.ts";
import { modelSeats } from "./wire/model-seats.ts";
import { interruptibleMatcher, offlineSeats } from "./wire/offline-seats.ts";
import { ownRules, shippedRules } from "./wire/rule-files.ts";

const settingsPath = ".github/pr-debate.yml";
/** The repository's own guide for agents, read at the base; the first that exists. */
const guidePaths = ["AGENTS.md", "CLAUDE.md"];
const longestGuideBytes = 8_000;

export interface LocalReviewOptions {
  readonly directory: string;
  readonly env: Environment;
  /** What to review: `diff` names a file or `-` for `stdin`; `range` and `staged` are git's; nothing is the default of design §12. */
  readonly change: { readonly diff?: string; readonly range?: string; readonly staged?: boolean };
  readonly stdin: Readable;
  /** The text of `--config`, with the name to show; otherwise the file at the merge base counts. */
  readonly config: { readonly name: string; readonly text: string } | null;
  /** Rules only, whatever keys are set. */
  readonly offline: boolean;
  readonly emit: Emit;
  readonly now: () => Date;
}

/** A review on this machine: settings, guide and the repository's own rules come from the merge base, never from the change itself. */
export async function reviewLocally(options: LocalReviewOptions, signal: AbortSignal): Promise<Review> {
  return review(localPorts(options, signal), signal);
}

/** The same up to the first question to a seat: what a review would use. */
export async function estimateLocally(options: LocalReviewOptions, signal: AbortSignal): Promise<Estimate> {
  return estimate(localPorts(options, signal), signal);
}

function localPorts(options: LocalReviewOptions, signal: AbortSignal): ReviewPorts {
  const { directory, env, config, offline, emit, now } = options;
  const compared: string[] = [];
  const source = localSource(options, (text) => {
    compared.push(text);
    emit({ type: "note", text });
  });
  const setTable = async (raw: RawChange): Promise<Table> => {
    const files = baseFiles({ directory, env, revision: raw.mergeBase });
    const { settings, notes } = await loadSettings(config, files, signal);
    const matcher = interruptibleMatcher();
    const rules = [...(await shippedRules(raw)), ...(await ownRules(files, matcher, signal))];
    const seats = offlineSeats(rules, matcher);
    const models = await modelSeats({ settings, env, directory, offline, attempt: 1, emit });
    const guide = models.specs.length === 0 ? "" : await readGuide(files, signal);
    return {
      settings,
      quorum: models.quorum,
      seatsFor: (mask) => [...models.seat(mask), ...seats],
      usage: () => models.usage(seats.map(({ name }) => name)),
      costOf: models.costOf,
      instructions: settings.instructions,
      guide,
      notes: [...compared, ...notes, ...models.notes],
    };
  };
  return { source, setTable, secrets: secretScanner, previous: [], emit, now };
}

function localSource(options: LocalReviewOptions, onNote: (text: string) => void): ChangeSource {
  const { directory, env, change, stdin } = options;
  const { diff, ...range } = change;
  if (diff === undefined) return localChangeSource({ directory, env, onNote, ...range });
  return diffChangeSource({ directory, env, onNote, file: diff, stdin });
}

async function loadSettings(
  config: LocalReviewOptions["config"],
  files: BaseFiles,
  signal: AbortSignal,
): Promise<{ settings: Settings; notes: readonly string[] }> {
  const text = config === null ? await files.readBaseFile(settingsPath, signal) : config.text;
  const result = parseSettings(text, { source: config?.name ?? settingsPath });
  if (result.ok) return { settings: result.settings, notes: text === null ? [] : result.notes };
  throw new ReviewError(result.errors.join("\n"), "Mend the settings; pr-debate config check FILE shows what is left.");
}

async function readGuide(files: BaseFiles, signal: AbortSignal): Promise<string> {
  for (const path of guidePaths) {
    const text = await files.readBaseFile(path, signal);
    if (text !== null) return cut(text, longestGuideBytes, "(cut)");
  }
  return "";
}
