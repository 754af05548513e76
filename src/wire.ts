import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { astGrepMatcher } from "./agents/ast-grep.ts";
import { evidenceAgent } from "./agents/evidence.ts";
import { Rule } from "./agents/rule.ts";
import { rulesAgent } from "./agents/rules.ts";
import { secretScanner, secretsAgent } from "./agents/secrets.ts";
import { astGrepAssets, ruleFiles } from "./assets.ts";
import type { Seat } from "./domain/agent.ts";
import { messageOf, ReviewError } from "./domain/errors.ts";
import type { Emit } from "./domain/events.ts";
import type { Matcher, RawChange } from "./domain/ports.ts";
import type { Review, Usage } from "./domain/review.ts";
import { type BaseFiles, baseFiles } from "./local/base-files.ts";
import { localChangeSource } from "./local/change-source.ts";
import { diffChangeSource } from "./local/diff-source.ts";
import type { Environment } from "./local/git.ts";
import { review, type Table } from "./review.ts";
import { parseSettings, type Settings } from "./settings.ts";

const settingsPath = ".github/pr-debate.yml";
const rulesFolder = ".github/pr-debate/rules";

export interface LocalReviewOptions {
  readonly directory: string;
  readonly env: Environment;
  /** What to review: `diff` names a file or `-` for `stdin`; `range` and `staged` are git's; nothing is the default of design §12. */
  readonly change: { readonly diff?: string; readonly range?: string; readonly staged?: boolean };
  readonly stdin: Readable;
  /** The text of `--config`, with the name to show; otherwise the file at the merge base counts. */
  readonly config: { readonly name: string; readonly text: string } | null;
  readonly emit: Emit;
  readonly now: () => Date;
}

/** A review on this machine: settings and the repository's own rules come from the merge base, never from the change itself. */
export async function reviewLocally(options: LocalReviewOptions, signal: AbortSignal): Promise<Review> {
  const { directory, env, change, stdin, config, emit, now } = options;
  const compared: string[] = [];
  const onNote = (text: string): void => {
    compared.push(text);
    emit({ type: "note", text });
  };
  const { diff, ...range } = change;
  const source =
    diff === undefined
      ? localChangeSource({ directory, env, onNote, ...range })
      : diffChangeSource({ directory, env, onNote, file: diff, stdin });
  const setTable = async (raw: RawChange): Promise<Table> => {
    const files = baseFiles({ directory, env, revision: raw.mergeBase });
    const { settings, notes } = await loadSettings(config, files, signal);
    const rules = [...(await shippedRules()), ...(await ownRules(files, signal))];
    const seats = offlineSeats(rules);
    return {
      settings,
      quorum: 0,
      seatsFor: () => seats,
      usage: () => noUsage(seats),
      instructions: settings.instructions,
      guide: "",
      notes: [...compared, ...notes],
    };
  };
  return review({ source, setTable, secrets: secretScanner, previous: [], emit, now }, signal);
}

async function loadSettings(
  config: LocalReviewOptions["config"],
  files: BaseFiles,
  signal: AbortSignal,
): Promise<{ settings: Settings; notes: readonly string[] }> {
  const text = config === null ? await files.readBaseFile(settingsPath, signal) : config.text;
  const result = parseSettings(text, { source: config?.name ?? settingsPath });
  if (!result.ok)
    throw new ReviewError(
      result.errors.join("\n"),
      "Mend the settings; pr-debate config check FILE shows what is left.",
    );
  if ((result.settings.seats?.length ?? 0) > 0) {
    throw new ReviewError(
      "The settings name model seats, which this version cannot run.",
      "Leave `seats` out (or set it to []) to review with rules only.",
    );
  }
  return { settings: result.settings, notes: text === null ? [] : result.notes };
}

/** The seats that need no key: always at the table, never counted. */
function offlineSeats(rules: readonly Rule[]): Seat[] {
  const matcher = interruptible(astGrepMatcher(astGrepAssets));
  return [
    offlineSeat("rules", rulesAgent("rules", rules, matcher)),
    offlineSeat("secrets", secretsAgent(secretScanner)),
    offlineSeat("evidence", evidenceAgent(matcher, "secrets")),
  ];
}

/** Scans compute without a pause, and a signal such as Ctrl+C is only heard between two turns of the event loop. */
function interruptible(matcher: Matcher): Matcher {
  return {
    async scan(language, source, rules) {
      await nextTurn();
      return matcher.scan(language, source, rules);
    },
  };
}

function offlineSeat(name: string, agent: Seat["agent"]): Seat {
  return { name, provider: name, model: "offline", persona: "", counted: false, agent };
}

async function shippedRules(): Promise<Rule[]> {
  return (await ruleFiles()).map(({ name, text }) =>
    readRule(name, text, "It came with this program: install it again, or report it."),
  );
}

async function ownRules(files: BaseFiles, signal: AbortSignal): Promise<Rule[]> {
  const names = (await files.listBaseFiles(rulesFolder, signal)).filter(
    (name) => /\.ya?ml$/.test(name) && !name.includes(".examples."),
  );
  return Promise.all(
    names.map(async (name) => readRule(name, (await files.readBaseFile(name, signal)) ?? "", ownRuleHint)),
  );
}

const ownRuleHint = "Mend or remove it on the base branch; docs/offline-rules.md shows the form.";

function readRule(name: string, text: string, hint: string): Rule {
  try {
    return Rule.parse(parseYaml(text, { maxAliasCount: 10 }));
  } catch (error) {
    throw invalidRule(error, name, hint);
  }
}

function invalidRule(cause: unknown, name: string, hint: string): ReviewError {
  const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause);
  return new ReviewError(`The rule file ${name} is not valid: ${reason}`, hint, { cause });
}

/** Offline seats call nobody. */
function noUsage(seats: readonly Seat[]): Usage {
  const nothing = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 };
  return { ...nothing, seats: seats.map(({ name }) => ({ name, ...nothing })) };
}
