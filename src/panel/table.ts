import { generatedMarks } from "../diff/triage.ts";
import { ReviewError } from "../domain/errors.ts";
import type { Emit } from "../domain/events.ts";
import type { BaseFiles, RawChange } from "../domain/ports.ts";
import { GitHubError } from "../github/errors.ts";
import type { Environment } from "../local/git.ts";
import type { ReviewSetup } from "../review/prepare.ts";
import { ruleInfos } from "../seats/rules/built-in-rules.ts";
import { defaultSettings, parseSettings, type Settings } from "../settings/settings.ts";
import { cut } from "../text/text.ts";
import type { Journal } from "../vendors/journal.ts";
import { modelSeats } from "./model-seats.ts";
import { interruptibleMatcher, offlineSeats } from "./offline-seats.ts";
import { ownRules, shippedRules } from "./rule-files.ts";
import { readSilencing } from "./silencing.ts";

export const settingsPath = ".github/pr-debate.yml";
/** The repository's own guide for agents, read at the base; the first that exists. */
const guidePaths = ["AGENTS.md", "CLAUDE.md"];
/** What most reviews read at the base, besides the settings. */
export const basePaths = [...guidePaths, attributesPath, defaultSettings.paths.baseline];
const longestGuideBytes = 8_000;

export interface TableOptions {
  readonly files: BaseFiles;
  readonly settings: Settings;
  readonly notes: readonly string[];
  readonly env: Environment;
  /** Where commands run. */
  readonly directory: string;
  /** Rules only, whatever keys are set. */
  readonly offline: boolean;
  /** Whether installed CLI agents may become seats without being named. */
  readonly detectsPrograms: boolean;
  /** Null: no answer is replayed or kept. "files": in the directory. */
  readonly journal: Journal | "files" | null;
  readonly emit: Emit;
}

/** Who sits at the table: model seats from settings and environment, and the offline seats, with the rules and the guide of the base. */
export async function setTable(raw: RawChange, options: TableOptions, signal: AbortSignal): Promise<ReviewSetup> {
  const { files, settings, notes } = options;
  const matcher = interruptibleMatcher();
  const shipped = await shippedRules(raw);
  const own = await ownRules(files, matcher, signal);
  const attributes = await readAttributes(files, signal);
  const ownIds = own.map(({ id }) => id);
  const silencing = await readSilencing(files, settings, ownIds, signal);
  const seats = offlineSeats([...shipped, ...own], matcher);
  const models = await modelSeats(options);
  const guide = models.specs.length === 0 ? "" : await readGuide(files, signal);
  return {
    settings,
    quorum: models.quorum,
    seatsFor: (mask) => [...models.seat(mask), ...seats],
    keptSeatsFor: models.keptSeat,
    usage: () => models.usage(seats.map(({ name }) => name)),
    tokens: models.tokens,
    allowBatches: models.allowBatches,
    callsLeft: models.callsLeft,
    costOf: models.costOf,
    rules: ruleInfos(shipped, own),
    silencing,
    marked: generatedMarks(attributes.text),
    instructions: settings.instructions,
    guide,
    notes: [...notes, ...attributes.notes, ...models.notes],
  };
}

/** The settings in a text; null means the defaults. Throws what is wrong, all of it at once. */
export function settingsFrom(text: string | null, source: string): { settings: Settings; notes: readonly string[] } {
  const result = parseSettings(text, { source });
  if (result.ok) return { settings: result.settings, notes: text === null ? [] : result.notes };
  throw new ReviewError(result.errors.join("\n"), "Mend the settings; pr-debate config check FILE shows what is left.");
}

export async function readGuide(files: BaseFiles, signal: AbortSignal): Promise<string> {
  for (const path of guidePaths) {
    const text = await files.readBaseFile(path, signal);
    if (text !== null) return cut(text, longestGuideBytes, "(cut)");
  }
  return "";
}

/** Marks files as generated. Such files in folders are not read. */
export const attributesPath = ".gitattributes";

/** The attributes at the base. What cannot be read as text (git does not follow a link here, either) marks nothing, so more is reviewed. */
export async function readAttributes(
  files: BaseFiles,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  try {
    return { text: (await files.readBaseFile(attributesPath, signal)) ?? "", notes: [] };
  } catch (error) {
    if (!(error instanceof ReviewError) || error instanceof GitHubError) throw error;
    return { text: "", notes: [`${attributesPath} at the base marks no file as generated: ${error.message}`] };
  }
}
