import type { DebateContext } from "../debate/ask.ts";
import { type RoundState, type StopReason, stopReason } from "../debate/stop-rules.ts";
import type { Hearing } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import { rank } from "../domain/severity.ts";
import { plural } from "../text/text.ts";
import { groupDuplicates, returning, withoutReturned } from "./ballot/duplicates.ts";
import {
  isOpenQuestion,
  loweringVotes,
  type Settlement,
  settledSeverity,
  settlementOf,
  severityGap,
  shareOf,
  type VoteBook,
  votesOn,
} from "./ballot/settle-votes.ts";
import { vote } from "./ballot/voting.ts";
import { reviewConfidence } from "./confidence.ts";
import type { DebateState, RoundsInput } from "./debate-state.ts";
import { disproofOf, disproved } from "./gate/code-checks.ts";
import { hearAll } from "./hearing/court.ts";
import { isClaimedProtected } from "./hearing/removal.ts";

/** Ballot, settle, hear what is contested; again while questions are open and a stop rule does not hold (design §4.4–4.7). */
export async function debateRounds(
  input: RoundsInput,
  floor: DebateContext,
): Promise<DebateState & { stopReason: StopReason }> {
  let standings: DebateState = {
    findings: input.findings,
    eliminated: [],
    under: new Map(),
    book: new Map(),
    ballots: [],
    hearings: [],
    ruled: new Set(),
    failures: [],
    objections: input.objections,
    notes: [],
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

async function playRound(before: DebateState, input: RoundsInput, floor: DebateContext): Promise<DebateState> {
  const round = before.rounds.length + 1;
  const open = before.findings.filter(
    (finding) => round === 1 || (isOpenQuestion(finding) && !before.ruled.has(finding.id)),
  );
  if (before.healthy.length > 0)
    floor.emit({ type: "stage-start", stage: "ballot", detail: `round ${round}, ${plural(open.length, "finding")}` });
  const voted = await vote(before, open, round, input, floor);

  floor.emit({ type: "stage-start", stage: "settle" });
  const objections = [...before.objections, ...voted.objections];
  const settled = voted.open.map((finding) => settleOne(finding, voted.book, objections, input));
  const withFate = (fate: Settlement): Finding[] =>
    settled.flatMap(({ finding, settlement }) => (settlement === fate ? [finding] : []));
  const grouped = groupDuplicates([...withFate("accepted"), ...withFate("hearing")], voted.book);
  const accepted = withFate("accepted").flatMap(
    ({ id }) => grouped.findings.find((finding) => finding.id === id) ?? [],
  );
  const contested = withFate("hearing").flatMap(
    ({ id }) => grouped.findings.find((finding) => finding.id === id) ?? [],
  );

  const { healthy } = voted;
  const heard = await hearAll(
    contested.sort(worstFirst),
    { ...before, book: voted.book, healthy, objections },
    round,
    input,
    floor,
  );
  const untouched = before.findings.filter((finding) => !open.includes(finding));
  const ruled = new Set([...before.ruled, ...heard.ruled]);
  const hearings = [...before.hearings, ...heard.hearings];
  const under = new Map(before.under);
  for (const [id, more] of grouped.under) under.set(id, [...(under.get(id) ?? []), ...more]);
  const fallen = [...withFate("eliminated"), ...heard.eliminated];
  const returned = returning(fallen, under, input.giveId);
  const findings = [...untouched, ...accepted, ...heard.findings, ...returned].map((finding) =>
    withStanding(finding, hearings, input.offline),
  );
  const confidence = reviewConfidence(findings, healthy, healthy.length >= input.rules.quorum);
  const state: RoundState = {
    findings,
    openQuestions: findings.filter((finding) => isOpenQuestion(finding) && !ruled.has(finding.id)).length,
    confidence,
    healthy: healthy.length,
    budgetSpent: input.budgetSpent || voted.budgetSpent || heard.budgetSpent,
    said: [
      ...voted.ballots.flatMap(({ votes }) => votes.map(({ reason }) => reason)),
      ...heard.hearings.flatMap(argumentsOf),
    ],
  };
  if (healthy.length > 0) floor.emit({ type: "round-end", round, open: state.openQuestions, confidence });
  return {
    findings,
    eliminated: withoutReturned(returned, [
      ...before.eliminated,
      ...voted.eliminated,
      ...withFate("eliminated"),
      ...grouped.eliminated,
      ...heard.eliminated,
    ]),
    under,
    book: voted.book,
    ballots: [...before.ballots, voted.ballots],
    hearings,
    ruled,
    failures: [...before.failures, ...voted.failures, ...heard.failures],
    objections,
    notes: [...before.notes, ...voted.notes],
    healthy,
    confidence,
    rounds: [...before.rounds, state],
    budgetStop: before.budgetStop ?? voted.budgetStop ?? heard.budgetStop,
  };
}

function settleOne(
  finding: Finding,
  book: VoteBook,
  objections: DebateState["objections"],
  input: RoundsInput,
): { finding: Finding; settlement: Settlement } {
  const votes = votesOn(
    finding,
    book,
    input.seats.map(({ name }) => name),
  );
  const severity = settledSeverity(finding, input.raised(finding), book, input.cap(finding));
  const judged: Finding = { ...finding, votes, severity, status: "accepted" };
  const disproof = disproofOf(judged, objections);
  if (disproof !== null) {
    // A check may err: a finding that a second seat believes is argued about, with the check's result on the table.
    if (votes.agree.length > 0) return { finding: judged, settlement: "hearing" };
    return { finding: disproved(judged, disproof), settlement: "eliminated" };
  }
  const lack = input.lack(judged);
  const settlement = settlementOf(judged, {
    agree: votes.agree.length,
    dispute: votes.dispute.length,
    severityGap: severityGap(finding, book),
    byRule: finding.raisedBy.some((seat) => input.offline.includes(seat)),
    unproven: lack === "path" || (lack === "code" && votes.agree.length <= 1),
    claimed: isClaimedProtected(judged),
    severityContested: loweringVotes(judged, book).length >= 2,
  });
  if (settlement !== "eliminated") return { finding: judged, settlement };
  const eliminatedBecause = `${votes.dispute.length} of ${votes.dispute.length + votes.agree.length} voters disputed it with evidence`;
  return { finding: { ...judged, status: "eliminated", eliminatedAt: "ballot", eliminatedBecause }, settlement };
}

/** Marks a finding that voters dispute, that was not heard, and that no seat besides its raisers agrees with: it proves nothing yet. */
function withStanding(finding: Finding, hearings: readonly Hearing[], offline: readonly string[]): Finding {
  const { unheard: _, ...rest } = finding;
  const judged: Finding = { ...rest, confidence: shareOf(finding.votes) };
  const { raisedBy, votes } = finding;
  const isKnown =
    hearings.some(({ finding: heard }) => heard === finding.id) ||
    votes.agree.some((seat) => !raisedBy.includes(seat)) ||
    raisedBy.some((seat) => offline.includes(seat));
  return finding.status !== "disputed" || votes.dispute.length === 0 || isKnown ? judged : { ...judged, unheard: true };
}

function worstFirst(a: Finding, b: Finding): number {
  return (
    rank(a.severity) - rank(b.severity) || (a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0))
  );
}

function argumentsOf({ exchanges, rulings }: Hearing): string[] {
  return [...exchanges.map(({ argument }) => argument), ...rulings.map(({ reason }) => reason)];
}
