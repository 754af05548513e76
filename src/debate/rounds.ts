import type { BatchView, Seat } from "../domain/agent.ts";
import type { Ballot, Failure, Hearing, Vote } from "../domain/debate.ts";
import type { Draft, Finding } from "../domain/finding.ts";
import { rank, type Severity } from "../domain/severity.ts";
import type { Adjudication } from "./adjudicate.ts";
import type { Floor } from "./ask.ts";
import { confidenceOf } from "./confidence.ts";
import { type RoundState, type StopReason, stopReason } from "./converge.ts";
import { hearAll } from "./court.ts";
import { groupDuplicates } from "./duplicates.ts";
import type { Anchor } from "./removal.ts";
import { isOpenQuestion, type Settlement, settle } from "./settle.ts";
import { settledSeverity, severityGap, shareOf, type VoteBook, votesOn } from "./tally.ts";
import { vote } from "./voting.ts";

export interface DebateRules {
  readonly strategy: string;
  readonly adjudication: Adjudication;
  readonly maxRounds: number;
  /** Percent, see `confidenceOf`: from here on the panel counts as agreed. */
  readonly confidence: number;
  readonly quorum: number;
}

/** What seats say was missed, after gate and merge: `agreed` are votes for findings that were there already. */
export interface Admitted {
  readonly agreed: readonly { readonly seat: string; readonly vote: Vote }[];
  readonly added: readonly Finding[];
  readonly eliminated: readonly Finding[];
}

export interface RoundsInput {
  /** Counted seats that delivered all their proposals may vote; `seats` are all counted ones. */
  readonly seats: readonly Seat[];
  readonly healthy: readonly string[];
  readonly offline: readonly string[];
  readonly views: readonly BatchView[];
  readonly findings: readonly Finding[];
  readonly admit: (
    missed: readonly { seat: string; draft: Draft }[],
    findings: readonly Finding[],
  ) => Promise<Admitted>;
  /** Severity before any vote or check, by id: nothing moves further than a step from it. */
  readonly raised: (finding: Finding) => Severity;
  readonly excerptOf: (finding: Finding) => string;
  readonly anchor: Anchor;
  readonly rules: DebateRules;
}

/** The debate after so many rounds. Each round makes a new one. */
export interface Standings {
  readonly findings: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly book: ReadonlyMap<string, ReadonlyMap<string, Vote>>;
  readonly ballots: readonly (readonly Ballot[])[];
  readonly hearings: readonly Hearing[];
  /** Ids that a ruling decided: no later ballot overturns it. */
  readonly ruled: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  readonly healthy: readonly string[];
  readonly confidence: number | null;
  readonly rounds: readonly RoundState[];
  /** Why the budget leaves the result incomplete, or null. */
  readonly budgetStop: string | null;
}

/** Ballot, settle, hear what is contested; again while questions are open and a stop rule does not hold (design §4.4–4.7). */
export async function holdRounds(input: RoundsInput, floor: Floor): Promise<Standings & { stopReason: StopReason }> {
  let standings: Standings = {
    findings: input.findings,
    eliminated: [],
    book: new Map(),
    ballots: [],
    hearings: [],
    ruled: new Set(),
    failures: [],
    healthy: input.healthy,
    confidence: null,
    rounds: [],
    budgetStop: null,
  };
  for (;;) {
    standings = await playRound(standings, input, floor);
    const reason = stopReason(standings.rounds, input.rules);
    if (reason !== null) return { ...standings, stopReason: reason };
  }
}

async function playRound(before: Standings, input: RoundsInput, floor: Floor): Promise<Standings> {
  const round = before.rounds.length + 1;
  const open = before.findings.filter(
    (finding) => round === 1 || (isOpenQuestion(finding) && !before.ruled.has(finding.id)),
  );
  if (before.healthy.length > 0)
    floor.emit({ type: "stage-start", stage: "ballot", detail: `round ${round}, ${open.length} findings` });
  const voted = await vote(before, open, round, input, floor);

  floor.emit({ type: "stage-start", stage: "settle" });
  const grouped = groupDuplicates(voted.open, voted.book);
  const settled = grouped.findings.map((finding) => settleOne(finding, voted.book, input));
  const accepted = settled.flatMap(({ finding, settlement }) => (settlement === "accepted" ? [finding] : []));
  const outvoted = settled.flatMap(({ finding, settlement }) => (settlement === "eliminated" ? [finding] : []));
  const contested = settled
    .flatMap(({ finding, settlement }) => (settlement === "hearing" ? [finding] : []))
    .sort(worstFirst);

  const heard = await hearAll(contested, { ...before, book: voted.book }, round, input, floor);
  const untouched = before.findings.filter((finding) => !open.includes(finding));
  const findings = [...untouched, ...accepted, ...heard.findings].map(withConfidence);
  const healthy = before.healthy.filter((seat) => !voted.failures.some((failure) => failure.seat === seat));
  const confidence = confidenceOf(findings, healthy, healthy.length >= input.rules.quorum);
  const ruled = new Set([...before.ruled, ...heard.ruled]);
  const state: RoundState = {
    findings,
    openQuestions: findings.filter((finding) => isOpenQuestion(finding) && !ruled.has(finding.id)).length,
    confidence,
    healthy: healthy.length,
    budgetSpent: voted.budgetSpent || heard.budgetSpent,
    said: [
      ...voted.ballots.flatMap(({ votes }) => votes.map(({ reason }) => reason)),
      ...heard.hearings.flatMap(argumentsOf),
    ],
  };
  if (healthy.length > 0) floor.emit({ type: "round-end", round, open: state.openQuestions, confidence });
  return {
    findings,
    eliminated: [...before.eliminated, ...voted.eliminated, ...grouped.eliminated, ...outvoted, ...heard.eliminated],
    book: voted.book,
    ballots: [...before.ballots, voted.ballots],
    hearings: [...before.hearings, ...heard.hearings],
    ruled,
    failures: [...before.failures, ...voted.failures, ...heard.failures],
    healthy,
    confidence,
    rounds: [...before.rounds, state],
    budgetStop: before.budgetStop ?? voted.budgetStop ?? heard.budgetStop,
  };
}

function settleOne(finding: Finding, book: VoteBook, input: RoundsInput): { finding: Finding; settlement: Settlement } {
  const votes = votesOn(
    finding,
    book,
    input.seats.map(({ name }) => name),
  );
  const severity = settledSeverity(finding, input.raised(finding), book);
  const judged: Finding = { ...finding, votes, severity, status: "accepted" };
  const settlement = settle(judged, {
    agree: votes.agree.length,
    dispute: votes.dispute.length,
    severityGap: severityGap(finding, book),
    byRule: finding.raisedBy.some((seat) => input.offline.includes(seat)),
  });
  if (settlement !== "eliminated") return { finding: judged, settlement };
  const eliminatedBecause = `${votes.dispute.length} of ${votes.dispute.length + votes.agree.length} voters disputed it with evidence`;
  return { finding: { ...judged, status: "eliminated", eliminatedAt: "ballot", eliminatedBecause }, settlement };
}

function withConfidence(finding: Finding): Finding {
  return { ...finding, confidence: shareOf(finding.votes) };
}

function worstFirst(a: Finding, b: Finding): number {
  return (
    rank(a.severity) - rank(b.severity) || (a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0))
  );
}

function argumentsOf({ exchanges, rulings }: Hearing): string[] {
  return [...exchanges.map(({ argument }) => argument), ...rulings.map(({ reason }) => reason)];
}
