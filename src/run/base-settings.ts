import { createHash } from "node:crypto";
import { openIn } from "../decisions/standing.ts";
import type { Decisions } from "../domain/decisions.ts";
import { ReviewError } from "../domain/errors.ts";
import type { PullRequest } from "../domain/github/own-posts.ts";
import type { BaseFiles } from "../domain/ports.ts";
import { isBlocking } from "../domain/severity.ts";
import type { Existing } from "../domain/state.ts";
import { readAttributes, readGuide, readMemory, settingsAtBase, settingsPath } from "../panel/base.ts";
import { constitutionNames, ownConstitutions } from "../panel/constitutions.ts";
import { ruleNames } from "../panel/rule-files.ts";
import { idIn, readSilencing } from "../panel/silencing.ts";
import { show } from "../settings/explain.ts";
import { blockOns, inconclusives } from "../settings/schema.ts";
import type { Settings, SettingsResult } from "../settings/settings.ts";
import { decidesSeats, keysIn } from "../vendors/environment.ts";
import { vendors } from "../vendors/index.ts";
import type { BaseSettings, GitHubRunOptions } from "./run.ts";

/** The settings of a run: those of the base, tightened by the run's inputs. */
export async function readBaseSettings(
  files: BaseFiles,
  options: GitHubRunOptions,
  signal: AbortSignal,
): Promise<BaseSettings> {
  const { configPath, config, env, version } = options;
  const base = await settingsAtBase(files, { path: configPath, config }, signal);
  const { text } = base;
  const { maxCostUsd, ...inputs } = options.tighten;
  const { focus } = options;
  const tightened = tighten(base.settings, inputs);
  if (!tightened.ok) throw new ReviewError(tightened.errors.join("\n"), "Correct the inputs of the workflow step.");
  const guide = await readGuide(files, signal);
  await ownConstitutions(files, signal);
  const names = [...(await ruleNames(files, signal)), ...(await constitutionNames(files, signal))];
  const attributes = await readAttributes(files, signal);
  const rules = await Promise.all(names.map(async (name) => `${name}\n${await files.readBaseFile(name, signal)}`));
  const ownIds = rules.flatMap((rule) => idIn(rule) ?? []);
  const { baseline } = await readSilencing(files, tightened.settings, ownIds, signal);
  const personas = base.own.map((persona) => JSON.stringify(persona));
  const memory = await readMemory(files, tightened.settings, signal);
  const remembered = memory === null ? [] : [JSON.stringify(memory)];
  const known = [...rules, ...personas, attributes.text, JSON.stringify(baseline), ...remembered];
  return {
    settings: cheaper(tightened.settings, maxCostUsd ?? Number.POSITIVE_INFINITY),
    notes: [...missingNote(text, configPath), ...base.notes, ...tightened.notes],
    fingerprint: verdictFingerprint({
      settings: text,
      guide,
      rules: known,
      env,
      inputs: { ...inputs, maxCostUsd, ...(focus === undefined ? {} : { focus }) },
      version,
    }),
  };
}

/** Most repositories have no file at the usual path. A path that was chosen should lead to a file. */
function missingNote(text: string | null, path: string): string[] {
  if (text !== null || path === settingsPath) return [];
  return [`The input config is ${path}, which does not exist on the base branch: the default settings are used.`];
}

/** A run may cost at most `budget.usd`, the input `max-cost-usd`, and the rest of `budget.usd-per-pr` after earlier runs. */
export function withinBudget(settings: Settings, spentUsd: number): Settings {
  return cheaper(settings, Math.max(0, settings.budget.usdPerPr - spentUsd));
}

function cheaper(settings: Settings, usd: number): Settings {
  return { ...settings, budget: { ...settings.budget, usd: Math.min(settings.budget.usd, usd) } };
}

export const draft = "the pull request is a draft";

/** Why the base settings leave this pull request out. Null: they do not. */
export function exclusionOf({ review, ignore }: Settings, pull: PullRequest): string | null {
  if (pull.isDraft && !review.drafts) return draft;
  if (ignore.authors.some((author) => author.toLowerCase() === pull.author.toLowerCase()))
    return "its author is on the list ignore.authors";
  const label = ignore.labels.find((name) => pull.labels.some((own) => own.toLowerCase() === name.toLowerCase()));
  return label === undefined ? null : `the label ${label} is on the list ignore.labels`;
}

/** The same for a pull request that may have been reviewed: a label does not lift an existing block. A draft cannot be merged anyway. */
export function exclusionNow(
  settings: Settings,
  {
    pull,
    existing,
    decisions,
  }: { readonly pull: PullRequest; readonly existing: Existing; readonly decisions: Decisions },
): string | null {
  const why = exclusionOf(settings, pull);
  if (why === null || why === draft) return why;
  const isBlocked = openIn(existing.state, decisions).some((one) => isBlocking(one, settings.review.blockOn));
  return isBlocked ? null : why;
}

/** Inputs of one run, as given. An absent or empty one counts as not given. */
export interface RunInputs {
  readonly blockOn?: string | undefined;
  readonly onInconclusive?: string | undefined;
}

/** The loosest value first: P1 blocks more than P0. */
const strictness = { "block-on": ["never", "P0", "P1"], "on-inconclusive": ["neutral", "fail"] };

/** Applies a run's inputs to the base configuration. They may only tighten it: a looser one is ignored with a note. An unknown value is an error. */
export function tighten(settings: Settings, inputs: RunInputs): SettingsResult {
  const blockOn = choose("block-on", blockOns, settings.review.blockOn, inputs.blockOn);
  const onInconclusive = choose(
    "on-inconclusive",
    inconclusives,
    settings.review.onInconclusive,
    inputs.onInconclusive,
  );
  const errors = [...blockOn.errors, ...onInconclusive.errors];
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    settings: {
      ...settings,
      review: { ...settings.review, blockOn: blockOn.value, onInconclusive: onInconclusive.value },
    },
    notes: [...blockOn.notes, ...onInconclusive.notes],
  };
}

function choose<Value extends string>(
  key: keyof typeof strictness,
  values: readonly Value[],
  base: Value,
  input: string | undefined,
): { readonly value: Value; readonly notes: readonly string[]; readonly errors: readonly string[] } {
  if (input === undefined || input === "") return { value: base, notes: [], errors: [] };
  const wanted = values.find((value) => value === input);
  if (wanted === undefined) {
    const error = `The input ${key} is ${show(input)}; it must be one of ${values.join(", ")}.`;
    return { value: base, notes: [], errors: [error] };
  }
  if (strictness[key].indexOf(wanted) >= strictness[key].indexOf(base)) return { value: wanted, notes: [], errors: [] };
  const note = `The input ${key}: ${wanted} is looser than ${key}: ${base} of the base configuration and was ignored; an input may only tighten.`;
  return { value: base, notes: [note], errors: [] };
}

/** Everything but head and base that a verdict depends on: settings, rules and guide of the base, the seats, the inputs of this run. */
export interface FingerprintParts {
  readonly settings: string | null;
  readonly guide: string;
  readonly rules: readonly string[];
  readonly env: GitHubRunOptions["env"];
  readonly inputs: Readonly<Record<string, string | number | undefined>>;
  readonly version: string;
}

/** Covers which keys are set, never the keys themselves. */
export function verdictFingerprint(
  { settings, guide, rules, env, inputs, version }: FingerprintParts,
  table = vendors,
): string {
  const own = Object.entries(env)
    .filter(([name, value]) => value && decidesSeats(name, table))
    .map(([name, value]) => [name, keysIn({ [name]: value }, table).length > 0 ? "set" : value])
    .sort();
  return createHash("sha256")
    .update(JSON.stringify([version, settings, guide, rules, own, Object.entries(inputs).sort()]))
    .digest("hex")
    .slice(0, 32);
}
