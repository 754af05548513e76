import type { Review } from "../domain/review.ts";
import type { VerdictFacts } from "../verdict/facts.ts";
import { decideVerdict } from "../verdict/verdict.ts";
import { debate, openDebate } from "./debate.ts";
import { excerptsOf } from "./excerpts.ts";
import type { Judged } from "./judged.ts";
import { concreteFixes, newGeneratedIn, reviewPanel, skipOf } from "./outcome.ts";
import { prepare, type ReviewPorts } from "./prepare.ts";
import { coverageOf } from "./reading/coverage.ts";
import { blindSpots, changeNotes, generatedNotes, rulesIn, unsearchedNotes } from "./reading/notes.ts";
import { bestSeat, scoreSeats } from "./score.ts";
import { remarksOnComments } from "./silence/ignore-comments.ts";
import { wordFindings } from "./wording.ts";

export async function review(ports: ReviewPorts, signal: AbortSignal): Promise<Review> {
  return (await reviewWithFacts(ports, signal)).review;
}

/** The whole program: read the change, let the seats debate it, score, word, decide. Everything after it only shows or writes the result. */
export async function reviewWithFacts(ports: ReviewPorts, signal: AbortSignal): Promise<Judged> {
  const { previous, isNew, redact, now, emit } = ports;
  const floor = openDebate(emit, signal);
  const startedAt = now();

  const prepared = await prepare(ports, signal);
  const { table, change, reading, seats, counted } = prepared;
  const { settings, quorum, silencing } = table;

  const outcome = await debate(
    {
      ...prepared,
      rules: { ...settings.debate, quorum },
      previous,
      isNew,
      redact,
      silencing,
      callsLeft: table.callsLeft,
    },
    floor,
  );

  const fixes = concreteFixes(change, outcome.findings);
  // Rules alone compete with nobody: without models there are no scores and no winner.
  const scores = counted === 0 ? [] : scoreSeats({ ...outcome, seats: outcome.remarks, concreteFixes: fixes });
  const winner = bestSeat(
    scores.filter(({ seat }) => outcome.healthy.includes(seat)),
    table.tokens(),
  );

  const worded = await wordFindings(prepared, outcome, winner, floor);

  emit({ type: "stage-start", stage: "verdict" });
  const failures = [...outcome.failures, ...worded.failures];
  // Files that only rules read are no review by models, however many of them sit at the table.
  const written = prepared.files.filter((file) => !prepared.generated.includes(file));
  const isUnread = prepared.files.length > 0 && prepared.views.length === 0;
  const panel = reviewPanel(seats, { ...outcome, failures }, quorum, isUnread);
  const coverage = coverageOf({ ...outcome, files: change.files, reading, counted, quorum });
  const skip = skipOf(change);
  const unreadGenerated = newGeneratedIn(change, reading);
  const facts: VerdictFacts = {
    ...settings.review,
    ...((await ports.standing?.(signal)) ?? { headCurrent: true }),
    headSha: change.head.sha,
    findings: worded.findings,
    coverage,
    panel: isUnread ? nobody : { state: panel.state, counted, healthy: outcome.healthy.length },
    quorum,
    ...(unreadGenerated === 0 ? {} : { unreadGenerated }),
    ...(outcome.budgetStop === null ? {} : { budgetStop: outcome.budgetStop }),
    ...(skip === null ? {} : { skip: { why: skip } }),
  };

  const { repo, number, base, head } = change;
  const done: Review = {
    kind: "review",
    ...decideVerdict(facts),
    panel,
    summary: worded.summary,
    findings: [...worded.findings],
    excerpts: excerptsOf(change, worded.findings, prepared.mask),
    residualRisks: outcome.stated.residualRisks,
    openQuestions: outcome.stated.openQuestions,
    eliminated: [...outcome.eliminated, ...worded.eliminated],
    silenced: outcome.silenced,
    rules: rulesIn(
      table.rules ?? [],
      [...worded.findings, ...outcome.eliminated, ...worded.eliminated],
      outcome.silenced,
    ),
    notes: [
      ...table.notes,
      ...changeNotes(change, reading),
      ...blindSpots(written, isUnread ? 0 : counted),
      ...generatedNotes(prepared.generated, reading),
      ...unsearchedNotes(outcome.unsearched),
      ...remarksOnComments(written, silencing?.ruleIds ?? []),
      ...outcome.notes,
      ...worded.notes,
      ...outcome.stated.notes,
    ],
    rounds: outcome.rounds,
    hearings: [...outcome.hearings],
    scores,
    winner,
    confidence: isUnread ? null : outcome.confidence,
    stopReason: isUnread ? null : outcome.stopReason,
    coverage,
    usage: table.usage(),
    change: { repo, number, base, head },
    startedAt: startedAt.toISOString(),
    finishedAt: now().toISOString(),
  };
  return { review: done, facts, change };
}

const nobody = { state: "offline", counted: 0, healthy: 0 } as const;
