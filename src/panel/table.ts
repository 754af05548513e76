import { setImmediate as nextTurn } from "node:timers/promises";
import { generatedMarks } from "../diff/triage.ts";
import { NotText, ReviewError } from "../domain/errors.ts";
import type { BaseFiles, Matcher, RawChange } from "../domain/ports.ts";
import type { PlanSetup } from "../plan/prepare.ts";
import type { ReviewSetup } from "../review/setup.ts";
import { evidenceAgent } from "../seats/evidence/evidence.ts";
import { astGrepMatcher } from "../seats/rules/ast-grep.ts";
import { ruleInfos } from "../seats/rules/built-in-rules.ts";
import type { Rule } from "../seats/rules/rule.ts";
import { rulesAgent } from "../seats/rules/rules.ts";
import { secretScanner, secretsAgent } from "../seats/secrets/secrets.ts";
import { defaultSettings, parseSettings, type Settings } from "../settings/settings.ts";
import type { Seat } from "../stages/index.ts";
import { cut } from "../text/text.ts";
import { vendorNames } from "../vendors/index.ts";
import { astGrepAssets } from "./assets.ts";
import { type ModelSeatOptions, modelSeats } from "./model-seats.ts";
import { ownRules, shippedRules } from "./rule-files.ts";
import { readSilencing } from "./silencing.ts";

export const settingsPath = ".github/pr-debate.yml";
/** The repository's guide for agents, read at the base: the first of these files. */
const guidePaths = ["AGENTS.md", "CLAUDE.md"];
/** Marks files as generated. Such files in folders are not read. */
const attributesPath = ".gitattributes";
/** The files that most reviews read at the base, besides the settings. */
export const basePaths = [...guidePaths, attributesPath, defaultSettings.paths.baseline];
const longestGuideBytes = 8_000;

export interface TableOptions extends ModelSeatOptions {
  readonly files: BaseFiles;
  readonly notes: readonly string[];
}

/** The panel of a review: model seats from settings and environment, and the offline seats, with the rules and the guide of the base. */
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
    trees: options.trees,
    lookups: models.lookups,
    servedModels: models.servedModels,
    refusalNotes: models.refusalNotes,
    rules: ruleInfos(shipped, own),
    silencing,
    marked: generatedMarks(attributes.text),
    instructions: settings.instructions,
    guide,
    notes: [...notes, ...attributes.notes, ...models.notes],
  };
}

/** The settings in a text; null means the defaults. Throws one `ReviewError` with all mistakes. */
export function settingsFrom(text: string | null, source: string): { settings: Settings; notes: readonly string[] } {
  const result = parseSettings(text, { source, vendors: vendorNames });
  if (result.ok) return { settings: result.settings, notes: text === null ? [] : result.notes };
  throw new ReviewError(
    result.errors.join("\n"),
    "Correct the settings; pr-debate config check FILE shows the remaining mistakes.",
  );
}

export async function readGuide(files: BaseFiles, signal: AbortSignal): Promise<string> {
  for (const path of guidePaths) {
    const text = await files.readBaseFile(path, signal);
    if (text !== null) return cut(text, longestGuideBytes, "(cut)");
  }
  return "";
}

/** The attributes at the base. A file that is no text marks nothing, so more is reviewed. Git does not follow a link here, either. */
export async function readAttributes(
  files: BaseFiles,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  try {
    return { text: (await files.readBaseFile(attributesPath, signal)) ?? "", notes: [] };
  } catch (error) {
    if (!(error instanceof NotText)) throw error;
    return { text: "", notes: [`${attributesPath} at the base marks no file as generated: ${error.message}`] };
  }
}

/** The seats that need no key. They are always there and never count for the quorum. */
function offlineSeats(rules: readonly Rule[], matcher: Matcher): Seat[] {
  return [
    offlineSeat("rules", rulesAgent("rules", rules, matcher)),
    { ...offlineSeat("secrets", secretsAgent(secretScanner)), readsGenerated: true },
    offlineSeat("evidence", evidenceAgent(matcher, "secrets")),
  ];
}

/** Lets a signal such as Ctrl+C arrive between two scans, which block the event loop. */
function interruptibleMatcher(): Matcher {
  const matcher = astGrepMatcher(astGrepAssets);
  return {
    async scan(language, source, rules) {
      await nextTurn();
      return matcher.scan(language, source, rules);
    },
    faults: matcher.faults,
  };
}

function offlineSeat(name: string, agent: Seat["agent"]): Seat {
  return { name, provider: name, model: "offline", persona: "", counted: false, agent };
}

interface PlanTableOptions extends ModelSeatOptions {
  readonly files: BaseFiles;
  readonly settings: Settings;
  readonly notes: readonly string[];
}

/** Who plans: the model seats of a review, with the guide of the base. Rule engines have no plans. */
export async function planTable(options: PlanTableOptions, signal: AbortSignal): Promise<PlanSetup> {
  const { files, settings, notes } = options;
  const models = await modelSeats(options);
  return {
    settings,
    notes: [...notes, ...models.notes],
    guide: models.specs.length === 0 ? "" : await readGuide(files, signal),
    seatsFor: models.planSeat,
    keptSeatsFor: models.keptPlanSeat,
    usage: () => models.usage([]),
    tokens: models.tokens,
    costOf: models.costOf,
  };
}
