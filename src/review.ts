import { compose } from "./debate/compose.ts";
import { coverageOf } from "./debate/coverage.ts";
import { debate, floorFor } from "./debate/engine.ts";
import { concreteFixes, panelOf, remarkable, skipOf } from "./debate/outcome.ts";
import { validate } from "./debate/validate.ts";
import { type Guidance, viewsOf } from "./debate/views.ts";
import { anchorIn } from "./diff/anchor.ts";
import { completeFiles } from "./diff/complete.ts";
import { excerptAround } from "./diff/excerpt.ts";
import { type Mask, maskOf } from "./diff/mask.ts";
import { parseChange } from "./diff/parse.ts";
import { triage } from "./diff/triage.ts";
import type { Seat } from "./domain/agent.ts";
import type { Change } from "./domain/change.ts";
import type { Emit } from "./domain/events.ts";
import type { Finding } from "./domain/finding.ts";
import type { ChangeSource, RawChange, SecretScanner } from "./domain/ports.ts";
import type { Review, Usage } from "./domain/review.ts";
import { scoreSeats, winnerOf } from "./score.ts";
import type { Settings } from "./settings.ts";
import { decideVerdict } from "./verdict.ts";

/** Who sits at the table and by which rules: read from the base revision of the change, never from its head. */
export interface Table extends Guidance {
  readonly settings: Settings;
  readonly quorum: number;
  readonly notes: readonly string[];
  /** The seats see secrets only as placeholders. */
  readonly seatsFor: (mask: Mask) => readonly Seat[];
  readonly usage: () => Usage;
}

export interface ReviewPorts {
  readonly source: ChangeSource;
  readonly setTable: (change: RawChange) => Promise<Table>;
  readonly secrets: SecretScanner;
  /** Open and dismissed findings of the last completed review of this pull request. */
  readonly previous: readonly Finding[];
  readonly now: () => Date;
  readonly emit: Emit;
}

/** The whole program: read the change, let the seats debate it, score, word, decide. Everything after it only shows or writes the result. */
export async function review(ports: ReviewPorts, signal: AbortSignal): Promise<Review> {
  const { source, setTable, secrets, previous, now, emit } = ports;
  const floor = floorFor(emit, signal);
  const startedAt = now();

  emit({ type: "stage-start", stage: "read" });
  const raw = await source.fetch(signal);
  const table = await setTable(raw);
  const { settings, quorum } = table;
  const change = await readChange(source, raw, signal);
  const reading = triage(settings.paths.ignore);
  const files = change.files.filter((file) => reading(file).state !== "excluded" && file.hunks.length > 0);
  const mask = maskOf(await secrets.scan(files));
  const seats = table.seatsFor(mask);
  const counted = seats.filter((seat) => seat.counted).length;
  const views = counted === 0 ? [] : viewsOf(files, reading, table);

  const rules = { ...settings.debate, quorum };
  const outcome = await debate({ change, seats, files, views, mask, rules, previous }, floor);

  const fixes = concreteFixes(change, outcome.findings);
  const scores = scoreSeats({ ...outcome, seats: outcome.remarks, concreteFixes: fixes });
  const winner = winnerOf(eligible(scores, seats, outcome.healthy), tokensBySeat(table.usage()));

  const found = anchorIn(change);
  const anchor: typeof found = (quoted) => found({ ...quoted, quote: mask.reveal(quoted.quote) });
  const excerpts = new Map(
    outcome.findings.map((finding) => [finding.id, mask.hide(excerptAround(change, finding, 20))]),
  );
  const items = { items: outcome.findings, batch: views.length === 1 ? (views[0] ?? null) : null, excerpts };
  const voters = seats.filter(({ name }) => outcome.healthy.includes(name));
  const composed = await compose(
    voters.find(({ name }) => name === winner),
    items,
    floor,
  );
  const validated =
    composed.by === null
      ? null
      : await validate(
          voters.filter(({ name }) => name !== winner),
          items,
          composed.wordings,
          anchor,
          floor,
        );
  const findings = validated?.findings ?? outcome.findings;
  const failures = [...outcome.failures, ...composed.failures, ...(validated?.failures ?? [])];

  emit({ type: "stage-start", stage: "verdict" });
  const panel = panelOf(seats, { ...outcome, failures }, quorum);
  const coverage = coverageOf({ ...outcome, files: change.files, reading, counted, quorum });
  const skip = skipOf(change, reading);
  const verdict = decideVerdict({
    ...settings.review,
    headCurrent: true,
    headSha: change.head.sha,
    findings,
    coverage,
    panel: { state: panel.state, counted, healthy: outcome.healthy.length },
    quorum,
    ...(outcome.budgetStop === null ? {} : { budgetStop: outcome.budgetStop }),
    ...(skip === null ? {} : { skip: { why: skip } }),
  });

  const { repo, number, base, head } = change;
  return {
    kind: "review",
    ...verdict,
    panel,
    findings,
    eliminated: [...outcome.eliminated, ...(validated?.eliminated ?? [])],
    notes: [...table.notes, ...remarkable(change), ...outcome.notes, ...composed.notes, ...(validated?.notes ?? [])],
    rounds: outcome.rounds,
    hearings: [...outcome.hearings],
    scores,
    winner,
    confidence: outcome.confidence,
    stopReason: outcome.stopReason,
    coverage,
    usage: table.usage(),
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

/** Model seats that stayed healthy compete; without any, the rule engines do. */
function eligible(scores: Review["scores"], seats: readonly Seat[], healthy: readonly string[]): Review["scores"] {
  const rules = seats.filter(({ counted }) => !counted).map(({ name }) => name);
  return scores.filter(({ seat }) => (healthy.length === 0 ? rules : healthy).includes(seat));
}

function tokensBySeat({ seats }: Usage): Map<string, number> {
  return new Map(seats.map(({ name, inputTokens, outputTokens }) => [name, inputTokens + outputTokens]));
}
