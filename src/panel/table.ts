import { setImmediate as nextTurn } from "node:timers/promises";
import { parseChange } from "../diff/parse.ts";
import { generatedMarks } from "../diff/triage.ts";
import type { Memory, MemoryItem } from "../domain/memory/item.ts";
import type { BaseFiles, Matcher, RawChange } from "../domain/ports.ts";
import type { ReviewSetup } from "../review/setup.ts";
import { evidenceAgent } from "../seats/evidence/evidence.ts";
import { astGrepMatcher } from "../seats/rules/ast-grep.ts";
import { ruleInfos } from "../seats/rules/built-in-rules.ts";
import type { Rule } from "../seats/rules/rule.ts";
import { rulesAgent } from "../seats/rules/rules.ts";
import { secretScanner, secretsAgent } from "../seats/secrets/secrets.ts";
import { noSnapshot } from "../snapshot/no-snapshot.ts";
import type { Seat } from "../stages/index.ts";
import { changedSymbols } from "../symbols/changed-symbols.ts";
import { symbolReader } from "../symbols/read-symbols.ts";
import { astGrepAssets, symbolGrammars } from "./assets.ts";
import { readAttributes, readGuide, readMemory } from "./base.ts";
import { ownConstitutions } from "./constitutions.ts";
import { type ModelSeatOptions, type ModelSeats, modelSeats } from "./model-seats.ts";
import { ownPersonas } from "./own-personas.ts";
import { personasFor } from "./personas.ts";
import { ownRules, shippedRules } from "./rule-files.ts";
import { readSilencing } from "./silencing.ts";
import { type EarlierEnds, weighSeats } from "./vote-weights.ts";

export interface TableOptions extends Omit<ModelSeatOptions, "own" | "fitting"> {
  readonly files: BaseFiles;
  readonly notes: readonly string[];
  /** What people decided about these files in other pull requests, where the caller keeps it. */
  readonly remembered?: ((paths: readonly string[]) => Promise<readonly MemoryItem[]>) | undefined;
  /** Where the caller keeps what became of earlier findings, from which votes can be weighed. */
  readonly earlierEnds?: EarlierEnds | undefined;
  /** Rule engines of the caller, beside ours. */
  readonly engines?: readonly Seat[] | undefined;
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
  const seats = [...offlineSeats([...shipped, ...own], matcher), ...(options.engines ?? [])];
  const marked = generatedMarks(attributes.text);
  const personas = await ownPersonas(files, signal);
  const fitting = options.offline
    ? []
    : await personasFor(raw, settings, { attributes: attributes.text, own: personas });
  const constitutions = await ownConstitutions(files, signal);
  const models = await modelSeats({ ...options, own: personas, fitting, ownConstitutions: constitutions });
  const memory = models.specs.length === 0 ? null : await memoryFor(raw, options, signal);
  const guide = models.specs.length === 0 ? "" : await readGuide(files, signal);
  const names = models.specs.map(({ name }) => name);
  const weighing = await weighSeats(names, settings, options.earlierEnds);
  return {
    settings,
    constitutions: models.constitutions,
    quorum: models.quorum,
    seatsFor: (mask, effort) => [...models.seat(mask, effort), ...seats],
    keptSeatsFor: models.keptSeat,
    usage: () => models.usage(seats.map(({ name }) => name)),
    tokens: models.tokens,
    allowBatches: models.allowBatches,
    callsLeft: models.callsLeft,
    costOf: models.costOf,
    trees: options.trees,
    lookups: models.lookups,
    symbolsIn: ({ parts }, during) => symbolsByPath(parts, during),
    servedModels: models.servedModels,
    refusalNotes: models.refusalNotes,
    rules: ruleInfos(shipped, own),
    silencing,
    ...(memory === null ? {} : { memory }),
    ...(weighing.weights === undefined ? {} : { voteWeights: weighing.weights }),
    marked,
    instructions: settings.instructions,
    guide,
    notes: [...notes, ...attributes.notes, ...models.notes, ...unreadable(models, options), ...weighing.notes],
  };
}

/** The memory at the base, and what the caller keeps. Items of the base come first, and their ids are theirs. */
async function memoryFor(
  raw: RawChange,
  { files, settings, remembered }: TableOptions,
  signal: AbortSignal,
): Promise<Memory | null> {
  const memory = await readMemory(files, settings, signal);
  if (!settings.memory.enabled || remembered === undefined) return memory;
  const kept = await remembered(parseChange(raw.diff).map(({ path }) => path));
  const items = memory?.items ?? [];
  const ids = new Set(items.map(({ id }) => id));
  const more = kept.map((item) => (ids.has(item.id) ? { ...item, id: `${item.id}-decided` } : item));
  return memory === null && more.length === 0
    ? null
    : { items: [...items, ...more], maxItems: settings.memory.maxItems };
}

/** Read from the texts that the change brings: a list of names is not worth opening the repository. */
async function symbolsByPath(
  parts: Parameters<typeof changedSymbols>[0],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const sides = { head: noSnapshot, symbolsOf: symbolReader(symbolGrammars) };
  const byPath = Map.groupBy(await changedSymbols(parts, sides, signal), ({ path }) => path);
  return new Map(
    [...byPath].map(([path, symbols]) => [
      path,
      symbols.map(({ name, change }) => (change === "deleted" ? `${name} (deleted)` : name)),
    ]),
  );
}

/** Seats that would read the repository see the change alone if there is none. */
function unreadable({ specs }: ModelSeats, { trees }: TableOptions): string[] {
  const reading = specs.filter(({ views }) => views.standard !== "diff").map(({ name }) => name);
  if (trees !== undefined || reading.length === 0) return [];
  return [`There is no repository to read here, so ${reading.join(", ")} saw the change alone.`];
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
