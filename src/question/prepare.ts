import { type Mask, maskOf } from "../code/anchor/mask.ts";
import { cutBatches } from "../code/diff/batch.ts";
import { parseChange } from "../code/diff/parse.ts";
import { triage } from "../code/diff/triage.ts";
import type { BatchPart, ChangedFile } from "../domain/change.ts";
import { textsOf } from "../domain/discussion/constitution.ts";
import { ReviewError } from "../domain/errors.ts";
import type { PlanSource, SecretScanner, Surroundings } from "../domain/ports.ts";
import type { PlanContext } from "../domain/views.ts";
import type { PlanSetup } from "../panel/choosing/setups.ts";
import type { DebateEmit } from "../panel/stages/index.ts";
import type { Settings } from "../settings/settings.ts";
import { cutCharacters } from "../text/text.ts";
import { fileMap, namedFiles } from "./file-map.ts";

/** The part of a table that the context of a question depends on. */
type ContextSetup = Pick<PlanSetup, "settings" | "guide" | "constitutions">;

export interface PlanPorts<Setup extends ContextSetup = PlanSetup> {
  readonly question: string;
  readonly source: PlanSource;
  /** `named` are the files that the question names. */
  readonly setTable: (surroundings: Surroundings, named: readonly string[]) => Promise<Setup>;
  readonly secrets: SecretScanner;
  readonly now: () => Date;
  readonly emit: DebateEmit;
}

/** Everything that the first question to a seat needs. `shown` lists in sentences the material that the seats see and all cuts. */
export interface PreparedPlan<Setup extends ContextSetup = PlanSetup> {
  readonly table: Setup;
  readonly context: PlanContext;
  /** Hides the secrets of everything that the seats see. */
  readonly mask: Mask;
  /** Paths of the change that the seats see. */
  readonly changed: readonly string[];
  readonly shown: readonly string[];
}

const longestQuestion = 4_000;
const longestThread = 12_000;
const longestFile = 20_000;
const longestFiles = 60_000;
const diffTokens = 24_000;

export async function preparePlan<Setup extends ContextSetup>(
  ports: PlanPorts<Setup>,
  signal: AbortSignal,
): Promise<PreparedPlan<Setup>> {
  const { source, secrets, emit } = ports;
  if (!/[\p{L}\p{N}]/u.test(ports.question))
    throw new ReviewError("The question has no letter and no digit.", "Say in words what the seats are to answer.");
  emit({ type: "stage-start", stage: "read" });
  const surroundings = await source.survey(signal);
  const asked = ports.question.trim();
  const named = namedFiles(namingText(asked, surroundings), surroundings.paths);
  const table = await ports.setTable(surroundings, named);
  const texts = await source.texts(named, signal);
  const changes = changesOf(surroundings, table.settings);
  const diff = partsWithin(changes.read);
  const map = fileMap(surroundings.paths);

  // Mask before cutting: half a secret is not recognised.
  const open = [
    asked,
    surroundings.thread ?? "",
    table.guide,
    ...textsOf(table.constitutions),
    map.join("\n"),
    ...texts.values(),
  ];
  const found = await Promise.all(open.map((text) => secrets.scanText(text)));
  const mask = maskOf([...(await secrets.scan(changes.read)), ...found.flat()]);
  const given = { question: mask.hide(asked), thread: mask.hide(surroundings.thread ?? "") };
  const question = cutCharacters(given.question, longestQuestion);
  const thread = cutCharacters(given.thread, longestThread);
  const whole = new Map([...texts].map(([path, text]) => [path, mask.hide(text, path)]));
  const files = withinRoom(named.flatMap((path) => (whole.has(path) ? [{ path, text: whole.get(path) ?? "" }] : [])));
  const context: PlanContext = { question, thread, guide: table.guide, map, files, diff };
  const changed = [...new Set(diff.map(({ file }) => file.path))];
  return {
    table,
    context,
    mask,
    changed,
    shown: [
      ...(question === given.question ? [] : [`The question was cut to ${longestQuestion} characters.`]),
      ...(surroundings.thread === null
        ? []
        : [
            thread === given.thread
              ? "The thread in which it was asked."
              : `The thread in which it was asked, cut to ${longestThread} characters.`,
          ]),
      mapSentence(surroundings.paths.length, map),
      ...files.map(({ path, text }) => `${path}, ${text === whole.get(path) ? "whole" : "cut"}.`),
      ...named
        .filter((path) => !files.some((file) => file.path === path))
        .map((path) => `Not ${path}: it is not text, is too large, or did not fit.`),
      ...(surroundings.change === null ? [] : diffSentences(surroundings.change, changes, changed)),
    ],
  };
}

/** The question's names come first. A change shows its files in its diff; an issue has none, so its own text may name files, too. */
function namingText(asked: string, { change, thread }: Surroundings): string {
  const question = cutCharacters(asked, longestQuestion);
  return change === null && thread !== null ? `${question}\n${cutCharacters(thread, longestThread)}` : question;
}

/** Named files, one after the other as long as there is room. */
function withinRoom(files: PlanContext["files"]): PlanContext["files"] {
  let room = longestFiles;
  return files.flatMap(({ path, text }) => {
    const shown = cutCharacters(text, Math.min(longestFile, room));
    room -= shown.length;
    return shown === "" && text !== "" ? [] : [{ path, text: shown }];
  });
}

interface Changes {
  readonly read: readonly ChangedFile[];
  readonly leftOut: readonly string[];
}

/** The files of a change that models read, as in a review. */
function changesOf({ change }: Surroundings, settings: Settings): Changes {
  if (change === null) return { read: [], leftOut: [] };
  const files = parseChange(change.diff);
  const reading = triage(settings.paths.ignore);
  const read = files.filter((file) => reading(file).state === "read" && file.hunks.length > 0 && file.kind === "text");
  return { read, leftOut: files.filter((file) => !read.includes(file)).map(({ path }) => path) };
}

/** Parts of the diff in order, as long as there is room; a part that is too large alone is left out. */
function partsWithin(files: readonly ChangedFile[]): BatchPart[] {
  let room = diffTokens;
  return cutBatches(files, diffTokens).flatMap(({ parts, tokens }) => {
    if (tokens > room) return [];
    room -= tokens;
    return parts;
  });
}

function mapSentence(files: number, map: readonly string[]): string {
  if (files === 0) return "No map of the repository: it has no files.";
  if (files === 1) return "The path of the only file.";
  return map.length === files
    ? `The paths of all ${files} files.`
    : `The paths of ${files} files, in ${map.length} lines: deep folders are one line each.`;
}

function diffSentences(
  { base, head }: NonNullable<Surroundings["change"]>,
  { read, leftOut }: Changes,
  changed: readonly string[],
): string[] {
  if (read.length + leftOut.length === 0) return [];
  const missing = [...read.map(({ path }) => path).filter((path) => !changed.includes(path)), ...leftOut];
  const names = missing.slice(0, 5).join(", ") + (missing.length > 5 ? ` and ${missing.length - 5} more` : "");
  const rest = missing.length === 0 ? "" : `; not shown: ${names}`;
  return [`The diff ${base.ref} → ${head.ref}, ${changed.length} of ${read.length + leftOut.length} files${rest}.`];
}
