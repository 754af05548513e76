import { coverageOf } from "./debate/coverage.ts";
import { debate } from "./debate/engine.ts";
import { concreteFixes, noUsage, panelOf, remarkable, skipOf } from "./debate/outcome.ts";
import { completeFiles } from "./diff/complete.ts";
import { maskOf } from "./diff/mask.ts";
import { parseChange } from "./diff/parse.ts";
import { triage } from "./diff/triage.ts";
import type { Seat } from "./domain/agent.ts";
import type { Change } from "./domain/change.ts";
import type { Emit } from "./domain/events.ts";
import type { ChangeSource, RawChange, SecretScanner } from "./domain/ports.ts";
import type { Review } from "./domain/review.ts";
import { scoreSeats, winnerOf } from "./score.ts";
import type { Settings } from "./settings.ts";
import { decideVerdict } from "./verdict.ts";

/** Who sits at the table and by which rules: read from the base revision of the change, never from its head. */
export interface Table {
  readonly settings: Settings;
  readonly seats: readonly Seat[];
  readonly notes: readonly string[];
}

export interface ReviewPorts {
  readonly source: ChangeSource;
  readonly setTable: (change: RawChange) => Promise<Table>;
  readonly secrets: SecretScanner;
  readonly now: () => Date;
  readonly emit: Emit;
}

/** The whole program: read the change, let the seats debate it, score, decide. Everything after it only shows or writes the result. */
export async function review(ports: ReviewPorts, signal: AbortSignal): Promise<Review> {
  const { source, setTable, secrets, now, emit } = ports;
  const startedAt = now();

  emit({ type: "stage-start", stage: "read" });
  const raw = await source.fetch(signal);
  const { settings, seats, notes } = await setTable(raw);
  const change = await readChange(source, raw, signal);

  const reading = triage(settings.paths.ignore);
  const files = change.files.filter((file) => reading(file).state !== "excluded" && file.hunks.length > 0);
  const mask = maskOf(await secrets.scan(files));
  const outcome = await debate({ change, seats, files, mask }, emit, signal);

  const panel = panelOf(seats, outcome.failures);
  const coverage = coverageOf(change.files, reading, outcome.failures);
  const scores = scoreSeats({
    ...outcome,
    seats: outcome.remarks,
    concreteFixes: concreteFixes(change, outcome.findings),
  });
  const skip = skipOf(change, reading);
  const verdict = decideVerdict({
    ...settings.review,
    headCurrent: true,
    headSha: change.head.sha,
    findings: outcome.findings,
    coverage,
    panel: { state: panel.state, counted: 0, healthy: 0 },
    quorum: 0,
    ...(skip === null ? {} : { skip: { why: skip } }),
  });

  const { repo, number, base, head } = change;
  return {
    kind: "review",
    ...verdict,
    panel,
    findings: outcome.findings,
    eliminated: outcome.eliminated,
    notes: [...notes, ...remarkable(change), ...outcome.notes],
    rounds: outcome.rounds,
    hearings: [],
    scores,
    winner: winnerOf(scores, new Map(seats.map(({ name }) => [name, 0]))),
    confidence: null,
    stopReason: null,
    coverage,
    usage: noUsage(seats),
    change: { repo, number, base, head },
    startedAt: startedAt.toISOString(),
    finishedAt: now().toISOString(),
  };
}

async function readChange(source: ChangeSource, raw: RawChange, signal: AbortSignal): Promise<Change> {
  const { diff, ...identity } = raw;
  const files = parseChange(diff);
  return { ...identity, files: completeFiles(files, await source.contents(files, signal)) };
}
