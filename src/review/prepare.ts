import { type Mask, maskOf } from "../anchor/mask.ts";
import { completeFiles } from "../diff/complete.ts";
import { parseChange } from "../diff/parse.ts";
import { type Marked, pathTest, type Reading, triage } from "../diff/triage.ts";
import { shownWhole } from "../diff/whole-file.ts";
import type { BatchView } from "../domain/answers.ts";
import type { Silencing } from "../domain/baseline.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import { ReviewError } from "../domain/errors.ts";
import type { Finding } from "../domain/finding.ts";
import { meant, quoted } from "../domain/known-names.ts";
import type { ChangeSource, RawChange, RuleInfo, SecretScanner } from "../domain/ports.ts";
import type { TokenUsage } from "../domain/provider.ts";
import type { Usage } from "../domain/review.ts";
import type { Settings } from "../settings/settings.ts";
import type { DebateEmit, Seat } from "../stages/index.ts";
import type { VerdictFacts } from "../verdict/facts.ts";
import { withOneBlind } from "./blindfold.ts";
import { type Guidance, viewsOf } from "./propose/propose.ts";

/** The panel and its rules, read from the base revision of the change, never from its head. */
export interface ReviewSetup extends Guidance {
  readonly settings: Settings;
  readonly quorum: number;
  readonly notes: readonly string[];
  /** Every offline rule that can speak; left out where none has a name. */
  readonly rules?: readonly RuleInfo[];
  /** The findings that the base silences; left out where it silences none. */
  readonly silencing?: Silencing;
  /** Which files the attributes at the base mark as generated; left out where there are none. */
  readonly marked?: Marked;
  /** The seats see secrets only as placeholders. */
  readonly seatsFor: (mask: Mask) => readonly Seat[];
  /** The same model seats, answering only with kept answers of an earlier run; left out where none are kept. */
  readonly keptSeatsFor?: (mask: Mask) => readonly Seat[];
  readonly usage: () => Usage;
  /** Called once with the number of batches, before any seat is asked. */
  readonly allowBatches: (batches: number) => void;
  /** Calls that the budget still allows. */
  readonly callsLeft: () => number;
  /** The tokens of each seat's answers, also of replayed ones. */
  readonly tokens: () => ReadonlyMap<string, number>;
  /** The cost of a seat's usage in US dollars; null where no price is known. */
  readonly costOf: (seat: string, usage: TokenUsage) => number | null;
  /** The models that answered for each seat, as their replies name them. Left out where no model is asked. */
  readonly servedModels?: () => ReadonlyMap<string, readonly string[]>;
  /** What models refused, such as tools. Left out where no model is asked. */
  readonly refusalNotes?: () => readonly string[];
}

export interface ReviewPorts {
  readonly source: ChangeSource;
  readonly setTable: (change: RawChange) => Promise<ReviewSetup>;
  readonly secrets: SecretScanner;
  /** Open and dismissed findings of the last completed review of this pull request. */
  readonly previous: readonly Finding[];
  /** Whether a file was no part of the change at that review; left out where there was none. */
  readonly isNew?: (path: string) => boolean;
  /** Paths that were asked for, from the root of the repository; empty or left out: the whole change. */
  readonly only?: readonly string[];
  /** How that review redacted secrets in the findings it left. */
  readonly redact?: (text: string) => string;
  /** Asked last: is the reviewed commit still the one to merge? Left out where nothing can move. */
  readonly standing?: (signal: AbortSignal) => Promise<HeadState>;
  readonly now: () => Date;
  readonly emit: DebateEmit;
}

/** Whether head and merge base are still current; `supersededBy` is the newer sha. */
export type HeadState = Pick<VerdictFacts, "headCurrent" | "supersededBy">;

/**
 * Everything that the first question to a seat needs: `files` for rule engines, `generated` those of them that only the search for secrets
 * reads, `views` for model seats.
 */
export interface Prepared {
  readonly table: ReviewSetup;
  readonly change: Change;
  readonly reading: (file: ChangedFile) => Reading;
  readonly files: readonly ChangedFile[];
  readonly generated: readonly ChangedFile[];
  readonly views: readonly BatchView[];
  readonly mask: Mask;
  readonly seats: readonly Seat[];
  /** How many of the seats are models. */
  readonly counted: number;
}

/** Reads the change and sets up the panel: triage, secrets, batches. */
export async function prepare(ports: ReviewPorts, signal: AbortSignal): Promise<Prepared> {
  const { source, setTable, secrets, only = [], emit } = ports;
  emit({ type: "stage-start", stage: "read" });
  const raw = await source.fetch(signal);
  const given = await setTable(raw);
  const { ignore } = given.settings.paths;
  const marked = given.marked ?? (() => null);
  const ignored = pathTest(ignore);
  const isLeftOut = (path: string): boolean => ignored(path) || marked(path) === true;
  const { change, notes } = await readChange({ source, only }, raw, isLeftOut, signal);
  const table = { ...given, notes: [...given.notes, ...notes] };
  const reading = triage(ignore, marked);
  const files = change.files.filter((file) => reading(file).state !== "excluded" && file.hunks.length > 0);
  const generated = files.filter((file) => reading(file).state === "secrets-only");
  const mask = maskOf([...(await secrets.scan(files)), ...(await secretsAround(files, table, secrets))]);
  const seats = withOneBlind(table.seatsFor(mask));
  const counted = seats.filter((seat) => seat.counted).length;
  const views = counted === 0 ? [] : viewsOf(change.files, reading, table).map((view) => described(view, raw, table));
  table.allowBatches(views.length);
  return { table, change, reading, files, generated, views, mask, seats, counted };
}

/** Seats review blind unless the settings say `context: with-description`. */
function described(view: BatchView, { description }: RawChange, { settings }: ReviewSetup): BatchView {
  return settings.debate.context === "blind" || description === undefined ? view : { ...view, description };
}

/** Secrets outside the diff's own lines, in texts that model seats see as context: the files around it and the maintainers' guidance. */
async function secretsAround(
  files: readonly ChangedFile[],
  { guide, instructions, quorum }: ReviewSetup,
  secrets: SecretScanner,
) {
  if (quorum === 0) return [];
  const texts = files
    .flatMap(({ baseText, headText }) => [baseText, headText])
    .filter((text) => typeof text === "string");
  const found = await Promise.all(
    [...texts, guide, ...instructions.map(({ text }) => text)].map((text) => secrets.scanText(text)),
  );
  return found.flat();
}

async function readChange(
  { source, only }: { readonly source: ChangeSource; readonly only: readonly string[] },
  raw: RawChange,
  ignored: (path: string) => boolean,
  signal: AbortSignal,
): Promise<{ readonly change: Change; readonly notes: readonly string[] }> {
  const { diff, description: _, ...identity } = raw;
  const { files, notes } = onlyPaths(parseChange(diff), only);
  const complete = completeFiles(files, await source.contents(files, signal));
  return { change: { ...identity, files: complete.map((file) => shownWhole(file, ignored)) }, notes };
}

/** The files of a change at or below the paths that were asked for, and the note that says so. Throws a `ReviewError` for a path without any. */
export function onlyPaths(
  files: readonly ChangedFile[],
  paths: readonly string[],
): { readonly files: ChangedFile[]; readonly notes: readonly string[] } {
  if (paths.length === 0) return { files: [...files], notes: [] };
  const missing = paths.find((path) => !files.some((file) => isAt(file, path)));
  if (missing !== undefined) throw unchanged(missing, files);
  const kept = files.filter((file) => paths.some((path) => isAt(file, path)));
  const asked = paths.map((path) => quoted(path === "" ? "." : path)).join(", ");
  return { files: kept, notes: [`Only ${asked} was asked for: ${kept.length} of ${files.length} changed files.`] };
}

/** An empty path is the root. */
function isAt({ path, previousPath = path }: ChangedFile, asked: string): boolean {
  return asked === "" || [path, previousPath].some((one) => one === asked || one.startsWith(`${asked}/`));
}

function unchanged(path: string, files: readonly ChangedFile[]): ReviewError {
  const changed = files.map((file) => file.path);
  const some = changed.slice(0, 3).map(quoted).join(", ");
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : "";
  return new ReviewError(
    `No changed file is at ${quoted(path)}.`,
    changed.length === 0 ? "This comparison has no changed file." : `Changed: ${some}${more}.${meant(path, changed)}`,
  );
}
